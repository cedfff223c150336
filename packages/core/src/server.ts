/**
 * `@vitrine/core/server`: tools for programs that serve a Vitrine, draw its pictures or read its input, such as
 * `@vitrine/http` and `@vitrine/media`. Loads neither zod nor the services. Not for embedding programs: names may change
 * with every version.
 */

export {
  LABEL_LOCALES,
  LABEL_PRESETS,
  type LabelLocale,
  presetLabels,
  TIMER_UNITS,
  type TimerUnitName,
} from './contracts/timers/label-presets.ts';
export { csvCell, csvCellPieces } from './encoding/csv-cell.ts';
export { decodePercent } from './encoding/percent-text.ts';
export { distanceMiles } from './geo/distance.ts';
export { BoundedMap } from './ground/bounded-map.ts';
export { ENCODINGS } from './ground/encodings.ts';
export { type IssueMap, issuesToMap, statusOf } from './ground/errors.ts';
export { parseJsonNumber } from './ground/json/json-number.ts';
export { findJsonExcess } from './ground/json/json-shape.ts';
export { type MaybePromise, whenHere } from './ground/maybe-promise.ts';
export { nameHint, namesHint, nearestName } from './ground/nearest-name.ts';
export { clientOf, isInRanges, isRangeInRanges, readAddressRange } from './ground/network/addresses.ts';
export { bearerTokenOf, isBearerToken } from './ground/network/bearer-token.ts';
export { reachOf } from './ground/network/reach.ts';
export { readRetryAfter } from './ground/network/retry-after.ts';
export { liveClientOf } from './live/values/live-client.ts';
export type {
  DrawnLive,
  LiveBackground,
  LiveCheck,
  LiveFormat,
  LiveGradient,
  LiveImageLayer,
  LiveLayer,
  LivePicture,
  LiveScene,
  LiveShapeLayer,
  LiveTextLayer,
  LiveTimerLayer,
} from './media/live-scene.ts';
export type {
  BuiltinFont,
  FetchedDocument,
  FetchedPicture,
  PictureRequest,
  ReadFont,
  ReadImage,
  Refusal,
  TimerCheck,
} from './media/media.ts';
export type { Countdown, FontSource, TimerScene } from './media/timer-scene.ts';
export { operatorsOf } from './schema/queries/operators.ts';
export { recordsToJson, recordToJson } from './schema/record-json.ts';
export { shownDocument } from './schema/shown-document.ts';
export { requireIdempotencyKey } from './services/idempotency/idempotency.ts';
export { TOOLS_PATH, toolResource } from './services/oauth/resource.ts';
export { readMoment } from './timers/moment.ts';
export { type ActiveAccounts, activeAccounts, SHARED_FOR } from './turns/active-accounts.ts';
export { requireWanted } from './turns/caller.ts';
export { ItemList, ListItem } from './turns/item-list.ts';
export { takeLoopTurn } from './turns/loop-turn.ts';
export { SharedCache } from './turns/shared-cache.ts';
export { createSharedCalls, type SharedCalls } from './turns/shared-calls.ts';
export type { TurnLoad } from './turns/turn-load.ts';
export { createTurns, type Turn, type TurnLimits, type Turns } from './turns/turns.ts';
export { parseBoolean } from './values/boolean-text.ts';
export { PROPERTY_TYPES } from './values/property-types.ts';
export type { ReadValue } from './values/read-value.ts';
export { readValue } from './values/value.ts';
