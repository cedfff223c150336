import { getAccount, insertAccount, listAccounts } from './accounts.ts';
import { findApiKey, insertApiKey, listApiKeys, revokeApiKey, touchApiKeys } from './api-keys.ts';
import type { SqlDialect } from './dialect.ts';
import { buryJob, claimJobs, completeJob, enqueueJobs, extendJob, retryJob } from './jobs.ts';
import { migrateLayout } from './migrate.ts';
import type { Program } from './program.ts';
import { clearRecordSlots, purgeExpiredRecords, purgeRecords } from './record-maintenance.ts';
import { aggregateRecords, countRecords, findRecords, getRecord, selectRecords } from './record-reads.ts';
import { deleteRecords, insertRecord, patchRecord, restoreRecords, upsertRecords } from './record-writes.ts';
import { getOrInsertSetting, getSetting } from './settings.ts';
import type { Statement } from './sql.ts';
import {
  changeStoreSchema,
  getStore,
  getStoreVersion,
  insertStore,
  listStores,
  markStoreDeleted,
  releaseStoreSlots,
  removeDeletedStore,
  updateStore,
} from './store-programs.ts';

/** Every operation by name. A name and plain arguments are all that crosses to another thread. */
const operations = {
  aggregateRecords,
  buryJob,
  changeStoreSchema,
  claimJobs,
  clearRecordSlots,
  completeJob,
  countRecords,
  deleteRecords,
  enqueueJobs,
  extendJob,
  findApiKey,
  findRecords,
  getAccount,
  getOrInsertSetting,
  getRecord,
  getSetting,
  getStore,
  getStoreVersion,
  insertAccount,
  insertApiKey,
  insertRecord,
  insertStore,
  listAccounts,
  listApiKeys,
  listStores,
  markStoreDeleted,
  migrateLayout,
  patchRecord,
  purgeExpiredRecords,
  purgeRecords,
  releaseStoreSlots,
  removeDeletedStore,
  restoreRecords,
  retryJob,
  revokeApiKey,
  touchApiKeys,
  updateStore,
  upsertRecords,
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationResult<Name extends OperationName> =
  ReturnType<Operations[Name]> extends Program<infer Result> ? Result : never;

/** The operation's program. Names from another thread are what `SqlDriver.run` was given. */
export function startOperation<Name extends OperationName>(
  dialect: SqlDialect,
  name: Name,
  args: OperationArgs<Name>,
): Program<OperationResult<Name>> {
  const start = operations[name] as (
    dialect: SqlDialect,
    args: OperationArgs<Name>,
  ) => Program<OperationResult<Name>>;
  return start(dialect, args);
}

/** Statements whose rows are streamed, by name. */
const streams = { selectRecords };

type Streams = typeof streams;
export type StreamName = keyof Streams;
export type StreamArgs<Name extends StreamName> = Parameters<Streams[Name]>[1];

export function startStream<Name extends StreamName>(
  dialect: SqlDialect,
  name: Name,
  args: StreamArgs<Name>,
): Statement {
  return streams[name](dialect, args);
}
