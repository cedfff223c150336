import { getLastAccountNumber, raiseAccountNumber } from './account-numbers.ts';
import { countUsage } from './account-usage.ts';
import { getAccount, insertAccount, listAccounts, setAccountLimits } from './accounts.ts';
import { findApiKey, insertApiKey, listApiKeys, revokeApiKey, touchApiKeys } from './api-keys.ts';
import {
  bindBlobObject,
  findBlobObject,
  forgetBlobObjects,
  noteBlobObject,
  sweepBlobObjects,
} from './blob-objects.ts';
import { findBlob, getBlob, purgeUnusedBlobs, putBlob, touchBlob } from './blobs.ts';
import { describeStorage } from './describe.ts';
import type { SqlDialect } from './dialect.ts';
import { deleteFont, getFont, insertFont, listFonts, restoreFont } from './fonts.ts';
import {
  claimLocations,
  countGeocoding,
  extendGeocodeClaims,
  findGeocodeAnswer,
  purgeGeocodeAnswers,
  retryGeocodeClaim,
  settleGeocodeClaim,
  takeGeocoderTurns,
} from './geocoding.ts';
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
} from './image-programs.ts';
import {
  buryJob,
  claimJobs,
  completeJob,
  countJobs,
  enqueueJobs,
  extendJob,
  listBuriedJobs,
  retryJob,
  reviveJob,
} from './jobs.ts';
import { findNearLocations } from './location-near.ts';
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
} from './location-programs.ts';
import {
  getMap,
  insertMap,
  listDeletedMaps,
  listMaps,
  markMapDeleted,
  removeDeletedMap,
  restoreMap,
  updateMap,
} from './maps.ts';
import { migrateLayout } from './migrate.ts';
import type { Program } from './program.ts';
import { clearRecordSlots, purgeExpiredRecords, purgeRecords } from './record-maintenance.ts';
import { aggregateRecords, countRecords, findRecords, getRecord, streamRecords } from './record-reads.ts';
import { deleteRecords, insertRecord, patchRecord, restoreRecords, upsertRecords } from './record-writes.ts';
import { addRequestCounts } from './request-counts.ts';
import { tryWriting } from './sequences.ts';
import { insertRecords } from './set-restore.ts';
import { getOrInsertSetting, getSetting } from './settings.ts';
import type { Statement } from './sql.ts';
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
} from './store-programs.ts';
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
} from './timer-frames.ts';

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
