export { contextText, NARROW_WIDTHS } from './change-log/change-context.ts';
export type { Authored, WithLog } from './change-log/logged-write.ts';
export { slotBit } from './change-log/slot-bits.ts';
export { ColumnCache, type ColumnOptions } from './columns/cache/column-cache.ts';
export { columnClient } from './columns/cache/column-client.ts';
export { type ColumnConnection, columnHost, type TaskTime } from './columns/cache/column-host.ts';
export { type ColumnKeeper, DECLINED } from './columns/cache/column-keeper.ts';
export type { ColumnReply, ColumnRequest } from './columns/cache/column-request.ts';
export { storeInterests } from './columns/cache/store-interests.ts';
export type { ChangeTracking, Logged } from './columns/log/change-tracking.ts';
export { textLookUps } from './columns/published/text-look-ups.ts';
export { createSqlStorage } from './create-sql-storage.ts';
export { SCAN_MS, SYSTEM } from './driver.ts';
export type { SqlEngine } from './engine.ts';
export { type ImportProgress, setProgress } from './imports/advance.ts';
export { changeTables } from './layout/0019-changes/change-tables.ts';
export {
  nullList,
  placeColumn,
  readRecord,
  type Shape,
  selectList,
  shapeNamed,
} from './layout/record-layout.ts';
export {
  foldedShadow,
  slotShadow,
  storedTextBytes,
  valueBytes,
  writtenColumns,
  writtenValues,
} from './layout/record-values.ts';
export { LAYOUT_VERSION } from './migrate.ts';
export type { CachedTable, Lane, Operation } from './operation.ts';
export {
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  operations,
  startOperation,
  storeOf,
} from './operations.ts';
export { isRecord } from './records/near/near-page.ts';
export { Export, type ExportRecords } from './records/reads/export.ts';
export type { Candidates, FindAmongCandidates } from './records/reads/find-among-candidates.ts';
export {
  amongAtOnce,
  type FindRecords,
  type FoundRecords,
  findAmong,
  foundIn,
  selectAmong,
} from './records/reads/record-query.ts';
export type { RecordSearch } from './records/reads/record-search.ts';
export type { SearchDriver } from './records/reads/search-driver.ts';
export { LostRaceError } from './records/transactions/commit-records.ts';
export { type GivenRecord, placesIn, segmentsOf } from './records/writes/given-records.ts';
export { loggedWrites } from './records/writes/logged-writes.ts';
export { type Merge, mergeOf } from './records/writes/merge.ts';
export { slotsSet } from './records/writes/record-entries.ts';
export { findExisting, isTooLarge } from './records/writes/row-writes/change-row.ts';
export { rowWrites } from './records/writes/row-writes/row-writes.ts';
export { guardToSql, isCurrent, type StoreGuard } from './records/writes/store-guard.ts';
export type {
  DeleteRecords,
  ImportNew,
  InsertRecord,
  PatchRecord,
  RecordWrites,
  RestoreRecords,
  UpsertRecords,
} from './records/writes/writes.ts';
export type { ScanTurn } from './scan-turn.ts';
export { changedRows, numberCell, onlyRow, textCell, textOrNull } from './statements/cells.ts';
export { andLive, assignmentList, list, sumOf } from './statements/clauses.ts';
export type { NumberedStore, SeqRange, SqlDialect, TextTest } from './statements/dialect.ts';
export type { LayoutDialect } from './statements/layout-dialect.ts';
export { reserveRecordNumbers } from './statements/numbers.ts';
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
} from './statements/sql.ts';
export {
  elementOf,
  keptStatement,
  keptStatements,
  runSteps,
  type Steps,
  statement,
} from './statements/statement.ts';
export { storeKey } from './stores/rows.ts';
