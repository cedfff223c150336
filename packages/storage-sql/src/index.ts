export { createSqlStorage } from './create-sql-storage.ts';
export type {
  NumberedStore,
  QuickSum,
  RecordColumn,
  RecordNumbers,
  SeqRange,
  SequenceName,
  SqlDialect,
  SqlTypes,
  TextTest,
} from './dialect.ts';
export { type Lane, SCAN_MS, type SqlDriver, SYSTEM } from './driver.ts';
export { LAYOUT_VERSION } from './migrate.ts';
export {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  type StreamArgs,
  type StreamName,
  startOperation,
  startStream,
} from './operations.ts';
export { rowWrites } from './records/row-writes.ts';
export { CREATED_MEANWHILE } from './set-upsert.ts';
export { setWrites } from './set-writes.ts';
export {
  join,
  NOTHING,
  type Row,
  type Sql,
  type SqlParameter,
  type SqlValue,
  type Statement,
  sql,
} from './sql.ts';
export { runSteps, type Steps } from './statement.ts';
