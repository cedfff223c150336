import { getLastAccountNumber, raiseAccountNumber } from './account-numbers/operations.ts';
import { countUsage } from './account-usage/operations.ts';
import { getAccount, insertAccount, listAccounts, setAccountLimits } from './accounts/operations.ts';
import { findApiKey, insertApiKey, listApiKeys, revokeApiKey, touchApiKeys } from './api-keys/operations.ts';
import {
  bindBlobObject,
  findBlobObject,
  forgetBlobObjects,
  noteBlobObject,
  sweepBlobObjects,
} from './blob-objects/operations.ts';
import { findBlob, getBlob, purgeUnusedBlobs, putBlob, touchBlob } from './blobs/operations.ts';
import { describeStorage, tryWriting } from './database/operations.ts';
import type { SqlDialect } from './dialect.ts';
import { enqueueJobs } from './enqueue-jobs.ts';
import { deleteFont, getFont, insertFont, listFonts, restoreFont } from './fonts/operations.ts';
import {
  claimLocations,
  countGeocoding,
  extendGeocodeClaims,
  findGeocodeAnswer,
  purgeGeocodeAnswers,
  retryGeocodeClaim,
  settleGeocodeClaim,
  takeGeocoderTurns,
} from './geocoding/operations.ts';
import {
  findPublicImage,
  getImage,
  insertImage,
  listImages,
  listImageUses,
  restoreImage,
  setImageTarget,
  setImageThumbnail,
  updateImage,
} from './images/operations.ts';
import {
  buryJob,
  claimJobs,
  completeJob,
  countJobs,
  extendJob,
  listBuriedJobs,
  retryJob,
  reviveJob,
} from './jobs/operations.ts';
import { findNearLocations } from './locations/near.ts';
import {
  countLocations,
  deleteLocation,
  getLocation,
  insertLocation,
  listLocations,
  purgeLocations,
  restoreLocations,
  updateLocation,
  walkLocations,
} from './locations/operations.ts';
import {
  getMap,
  insertMap,
  listDeletedMaps,
  listMaps,
  markMapDeleted,
  removeDeletedMap,
  restoreMap,
  updateMap,
} from './maps/operations.ts';
import { migrateLayout } from './migrate.ts';
import { clearRecordSlots, purgeExpiredRecords, purgeRecords } from './records/maintenance.ts';
import { aggregateRecords, countRecords, findRecords, getRecord, streamRecords } from './records/reads.ts';
import { deleteRecords, insertRecord, patchRecord, restoreRecords, upsertRecords } from './records/writes.ts';
import { addRequestCounts } from './request-counts/operations.ts';
import { insertRecords } from './set-restore.ts';
import { getOrInsertSetting, getSetting } from './settings/operations.ts';
import type { Statement } from './sql.ts';
import type { Steps } from './statement.ts';
import {
  changeStoreSchema,
  getStore,
  getStoreVersion,
  insertStore,
  listStores,
  listStoreWork,
  markStoreDeleted,
  releaseStoreSlots,
  removeDeletedStore,
  updateStore,
} from './stores/operations.ts';
import {
  deleteTimerFrame,
  findTimerFrame,
  getTimerFrame,
  insertTimerFrame,
  listTimerFrames,
  purgeExpiredTimerFrames,
  restoreTimerFrame,
  saveTimerFrame,
  updateTimerFrame,
} from './timer-frames/operations.ts';

/** Every operation by name. A name and plain arguments are all that crosses to another thread. */
const operations = {
  addRequestCounts,
  aggregateRecords,
  bindBlobObject,
  buryJob,
  changeStoreSchema,
  claimJobs,
  claimLocations,
  clearRecordSlots,
  completeJob,
  countGeocoding,
  countJobs,
  countLocations,
  countRecords,
  countUsage,
  deleteFont,
  deleteLocation,
  deleteRecords,
  deleteTimerFrame,
  describeStorage,
  enqueueJobs,
  extendGeocodeClaims,
  extendJob,
  findApiKey,
  findBlob,
  findBlobObject,
  findGeocodeAnswer,
  findNearLocations,
  findPublicImage,
  findRecords,
  findTimerFrame,
  forgetBlobObjects,
  getAccount,
  getBlob,
  getFont,
  getImage,
  getLastAccountNumber,
  getLocation,
  getMap,
  getOrInsertSetting,
  getRecord,
  getSetting,
  getStore,
  getStoreVersion,
  getTimerFrame,
  insertAccount,
  insertApiKey,
  insertFont,
  insertImage,
  insertLocation,
  insertMap,
  insertRecord,
  insertRecords,
  insertStore,
  insertTimerFrame,
  listAccounts,
  listApiKeys,
  listBuriedJobs,
  listDeletedMaps,
  listFonts,
  listImages,
  listImageUses,
  listLocations,
  listMaps,
  listStores,
  listStoreWork,
  listTimerFrames,
  markMapDeleted,
  markStoreDeleted,
  migrateLayout,
  noteBlobObject,
  patchRecord,
  purgeExpiredRecords,
  purgeExpiredTimerFrames,
  purgeGeocodeAnswers,
  purgeLocations,
  purgeRecords,
  purgeUnusedBlobs,
  putBlob,
  raiseAccountNumber,
  releaseStoreSlots,
  removeDeletedMap,
  removeDeletedStore,
  restoreFont,
  restoreImage,
  restoreLocations,
  restoreMap,
  restoreRecords,
  restoreTimerFrame,
  retryGeocodeClaim,
  retryJob,
  reviveJob,
  revokeApiKey,
  saveTimerFrame,
  setAccountLimits,
  setImageTarget,
  setImageThumbnail,
  settleGeocodeClaim,
  sweepBlobObjects,
  takeGeocoderTurns,
  touchApiKeys,
  touchBlob,
  tryWriting,
  updateImage,
  updateLocation,
  updateMap,
  updateStore,
  updateTimerFrame,
  upsertRecords,
  walkLocations,
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationResult<Name extends OperationName> =
  ReturnType<Operations[Name]> extends Steps<infer Result> ? Result : never;

/** The operation's program. Names from another thread are what `SqlDriver.run` was given. */
export function startOperation<Name extends OperationName>(
  dialect: SqlDialect,
  name: Name,
  args: OperationArgs<Name>,
): Steps<OperationResult<Name>> {
  const start = operations[name] as (
    dialect: SqlDialect,
    args: OperationArgs<Name>,
  ) => Steps<OperationResult<Name>>;
  return start(dialect, args);
}

/** Statements whose rows are streamed, by name. */
const streams = { streamRecords };

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
