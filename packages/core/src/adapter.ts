/**
 * `@vitrine/core/adapter`: what a storage adapter needs at runtime beside the interface in `@vitrine/core/storage`: the
 * meaning of filters, sums and distances, limits, errors and turns. Loads neither zod nor the services, so that a thread
 * that only runs SQL starts fast and small.
 */

export { RecordEncoder } from './encoding/record-encoder.ts';
export { type Band, bandAround, distanceMiles, haversineOf, type Point } from './geo/distance.ts';
export { type DistancePosition, nearest, type Surroundings } from './geo/nearest.ts';
export { LIMITED_RESOURCES, limitOf } from './ground/account-limits.ts';
export { BoundedMap, ItemList, ListItem } from './ground/collections.ts';
export { KeyTakenError, UnavailableError, ValidationError, VitrineError } from './ground/errors.ts';
export { MAX_RECORD_BYTES, SLOT_COLUMNS, SUMMARY_KEYS_MAX } from './ground/limits.ts';
export { counter, gauge } from './ground/metric.ts';
export {
  CallsInFlight,
  type MaybePromise,
  requireWithin,
  settledWithin,
  whenHere,
} from './ground/promises.ts';
export { EVERYTHING, NEWEST_FIRST, positionIn, positionValues, sortKeys, tieDirection } from './query/ast.ts';
export { DecimalSum } from './query/decimal-sum.ts';
export { fold } from './query/fold.ts';
export { numberKey } from './query/number-bucket.ts';
export { textLength, weighRecord, withinBytes } from './query/record-weight.ts';
export { firstGroups, showKeys } from './query/summarize.ts';
export { isRank, measuredColumns, RANK_PERCENTS, rankIndex } from './query/summary.ts';
export { dealByAccount, turnsAfter } from './storage/accounts/account-turns.ts';
export {
  bytesOfDrafts,
  bytesOfRefused,
  countOutcomes,
  fileBytes,
  keepRefused,
  REFUSED_KEPT,
  refusedOutcomes,
} from './storage/imports/imports.ts';
export { GEOCODING_COUNTED } from './storage/maps/geocoding.ts';
export {
  type ChangedLocation,
  changeLocation,
  hasValues,
  isWaiting,
  type Placing,
  placingOf,
} from './storage/maps/location-change.ts';
export { isInState } from './storage/records/record-state.ts';
export { propertyAt } from './storage/stores/changes.ts';
export { DELIVERIES_COUNTED } from './storage/webhooks/webhook-deliveries.ts';
export { activeAccounts, requireWanted } from './turns/caller.ts';
export type { TurnLimits, TurnLoad } from './turns/turn-queue.ts';
export { createTurns, type Turn, type Turns } from './turns/turns.ts';
export { timeKey } from './zones/time-bucket.ts';
export { periodAt, ZONE_CYCLE, ZONE_TABLE_END, type ZoneOffsets, zoneOffsets } from './zones/zone-offsets.ts';
