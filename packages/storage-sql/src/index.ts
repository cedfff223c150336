export { changedRows, numberCell, onlyRow, textCell, textOrNull } from './cells.ts';
export { assignmentList, list, sumOf } from './clauses.ts';
export type { ChangeTracking, Logged } from './columns/change-tracking.ts';
export { type AskLimits, columnAsker } from './columns/column-asker.ts';
export {
  type AskedQuestion,
  ColumnCache,
  type ColumnOptions,
  type ColumnReply,
} from './columns/column-cache.ts';
export { columnMetrics, figurePublisher, sharedFigures } from './columns/column-figures.ts';
export {
  type ColumnQuestion,
  type ColumnResult,
  columnQuestion,
} from './columns/column-question.ts';
export { storeInterests } from './columns/store-interests.ts';
export { type Candidates, textLookUps } from './columns/text-look-ups.ts';
export { createSqlStorage } from './create-sql-storage.ts';
export type {
  NumberedStore,
  RecordNumbers,
  SeqRange,
  SequenceName,
  SqlDialect,
  TextTest,
} from './dialect.ts';
export { SCAN_MS, type SqlDriver, SYSTEM } from './driver.ts';
export type { SqlEngine } from './engine.ts';
export { type ImportProgress, setProgress } from './imports/set-progress.ts';
export type { LayoutDialect } from './layout/layout-dialect.ts';
export {
  foldedShadow,
  nullList,
  placeColumn,
  readRecord,
  type Shape,
  selectList,
  shapeNamed,
  slotShadow,
  storedTextBytes,
  valueBytes,
  writtenColumns,
  writtenValues,
} from './layout/record-layout.ts';
export { andLive } from './live-records.ts';
export { LAYOUT_VERSION } from './migrate.ts';
export { reserveRecordNumbers } from './numbers.ts';
export { type CachedTable, type Lane, laneOf, type Operation } from './operation.ts';
export {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  operations,
  startOperation,
  storeOf,
} from './operations.ts';
export { Export, type ExportRecords } from './records/export.ts';
export { type GivenRecord, placesIn, segmentsOf } from './records/given-records.ts';
export { type Merge, mergeOf } from './records/merge.ts';
export { isRecord } from './records/newest-records.ts';
export {
  amongAtOnce,
  type FindRecords,
  type FoundRecords,
  findAmong,
  foundIn,
  selectAmong,
} from './records/reads.ts';
export { findExisting, isTooLarge } from './records/row-writes/change-row.ts';
export { rowWrites } from './records/row-writes/row-writes.ts';
export { guardToSql, isCurrent, type StoreGuard } from './records/store-guard.ts';
export type {
  DeleteRecords,
  ImportNew,
  InsertRecord,
  PatchRecord,
  RecordWrites,
  RestoreRecords,
  UpsertRecords,
} from './records/writes.ts';
export {
  ident,
  join,
  type Named,
  NOTHING,
  type Row,
  type Sql,
  type SqlParameter,
  type SqlValue,
  type Statement,
  sql,
  text,
} from './sql.ts';
export { elementOf, keptStatement, keptStatements, runSteps, type Steps, statement } from './statement.ts';
export { storeKey } from './stores/store-key.ts';
