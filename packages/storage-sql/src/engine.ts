import type { SqlDialect } from './dialect.ts';
import type { RecordWrites } from './records/writes.ts';

/** A SQL engine: its expressions, and the strategy by which it writes records. */
export interface SqlEngine extends SqlDialect {
  readonly recordWrites: RecordWrites;
}
