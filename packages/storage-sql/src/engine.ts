import type { FindAmongCandidates } from './records/reads/find-among-candidates.ts';
import type { FoundRecords } from './records/reads/record-query.ts';
import type { RecordWrites } from './records/writes/writes.ts';
import type { SqlDialect } from './statements/dialect.ts';
import type { Steps } from './statements/statement.ts';

/** A SQL engine: its expressions, and the strategies by which it writes records and reads the log of changed ones. */
export interface SqlEngine extends SqlDialect {
  readonly recordWrites: RecordWrites;
  /**
   * Returns what `findRecords` returns, from the candidates and the records that are new or have changed since. Null:
   * they are too many, or the log does not tell which.
   */
  findAmongCandidates(dialect: SqlDialect, args: FindAmongCandidates): Steps<FoundRecords | null>;
}
