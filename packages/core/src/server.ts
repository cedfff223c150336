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
export { distanceMiles } from './geo/distance.ts';
export { BoundedMap, ItemList, ListItem } from './ground/collections.ts';
export { ENCODINGS } from './ground/encodings.ts';
export { type IssueMap, issuesToMap, statusOf } from './ground/errors.ts';
export { findJsonExcess, parseJsonNumber } from './ground/json.ts';
export { nameHint, namesHint, nearestName } from './ground/nearest-name.ts';
export { clientOf, isInRanges, isRangeInRanges, readAddressRange } from './ground/network/addresses.ts';
export { reachOf } from './ground/network/reach.ts';
export { readRetryAfter } from './ground/network/retry-after.ts';
export { type MaybePromise, whenHere } from './ground/promises.ts';
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
export { bearerTokenOf, isBearerToken } from './ports/access.ts';
export { operatorsOf } from './schema/queries/operators.ts';
export { recordsToJson, recordToJson } from './schema/record-json.ts';
export { shownDocument } from './schema/shown-document.ts';
export { requireIdempotencyKey } from './services/idempotency/idempotency.ts';
export { decodePercent } from './services/images/image-urls.ts';
export { TOOLS_PATH, toolResource } from './services/oauth/resource.ts';
export { readMoment } from './timers/moment.ts';
export { type ActiveAccounts, activeAccounts, requireWanted, SHARED_FOR } from './turns/caller.ts';
export { takeLoopTurn } from './turns/loop-turn.ts';
export { SharedCache } from './turns/shared-cache.ts';
export { createSharedCalls, type SharedCalls } from './turns/shared-calls.ts';
export type { TurnLimits, TurnLoad } from './turns/turn-queue.ts';
export { createTurns, type Turn, type Turns } from './turns/turns.ts';
export { parseBoolean } from './values/boolean-text.ts';
export { PROPERTY_TYPES, type ReadValue, readValue } from './values/value.ts';
