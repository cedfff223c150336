import type { RecordWrites } from './records/writes.ts';
import type { SqlDialect } from './statements/dialect.ts';

/** A SQL engine: its expressions, and the strategy by which it writes records. */
export interface SqlEngine extends SqlDialect {
  readonly recordWrites: RecordWrites;
}
