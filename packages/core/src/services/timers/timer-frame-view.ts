import type { TimerDesign } from '../../contracts/timers/timer-design.ts';
import type {
  LookAtTimerFrameRequest,
  TimerFrameResponse,
  TimerFrameSummary,
} from '../../contracts/timers/timer-frames.ts';
import type { Millis } from '../../ground/rows.ts';
import { stillOfTimer } from '../../live/opening/scene-of-live.ts';
import type { DrawnLive } from '../../media/live-scene.ts';
import type { Countdown, TimerScene } from '../../media/timer-scene.ts';
import type { TokenScope } from '../../ports/path-token.ts';
import type { DraftRow } from '../../storage/images/drafts.ts';
import { readMoment } from '../../timers/moment.ts';
import { readDraft, readTimer, type StoredDraft, type TimerResources } from '../../timers/stored-timer.ts';
import { countdownOf, endOf } from '../../timers/targeted-design.ts';
import { sceneOf } from '../../timers/timer-scene.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { showDatetime } from '../../values/datetime.ts';
import { requireMoment } from '../../values/moment-in-zone.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { findMoment, readRecordMoment } from './timer-moment.ts';
import type { OpenOptions } from './timer-pictures.ts';
import { findResources, idsIn } from './timer-resources.ts';

/** Returns the scope of a preview token. The path identifies the draft. */
export function previewScope({ accountId, conversationId, id }: DraftRow): TokenScope {
  return [accountId, conversationId, id];
}

/**
 * Returns a draft as it is now (docs/rules.md#drafts). @throws UnavailableError without `media`, or if it is too busy.
 */
export async function showTimerFrame(
  context: ServiceContext,
  frame: DraftRow,
  { signal, start = null }: OpenOptions,
): Promise<TimerFrameResponse> {
  const now = context.clock();
  const draft = readDraft(frame.design);
  const { design } = draft;
  const { resources, warnings } = await resourcesOf(context, frame, draft);
  const countdown = countdownOf(draft, now, { start });
  const scene = sceneOfFrame(context, frame, design, resources);
  const caller = { account: frame.accountId, signal };
  const check = await requireMedia(context.media).checkTimer(scene, countdown, caller);
  const summary = summaryOf(context, frame, draft, now);
  const startQuery = start === null ? '' : `&start=${encodeURIComponent(start)}`;
  return {
    ...summary,
    design,
    previewUrl: `${summary.previewUrl}${startQuery}`,
    estimatedBytes: check.estimatedBytes,
    warnings: [...warnings, ...warningsOfTime(design, countdown), ...check.warnings],
    ...(start === null ? {} : { start: shownStart(start, endOf(draft, now, { start })) }),
  };
}

/** Returns a draft for a list, without drawing it. */
export function summarizeTimerFrame(context: ServiceContext, frame: DraftRow): TimerFrameSummary {
  return summaryOf(context, frame, readDraft(frame.design), context.clock());
}

function summaryOf(
  { tokens, baseUrl }: ServiceContext,
  frame: DraftRow,
  { of }: StoredDraft,
  now: Millis,
): TimerFrameSummary {
  const { conversationId, id, imageId, revision } = frame;
  const { token, expiresAt } = tokens.mint('timer-preview', '', previewScope(frame), now);
  const path = `${token}/${conversationId}/${id}`;
  return {
    timerFrameId: id,
    conversationId,
    name: frame.name,
    revision,
    status: imageId === null ? 'draft' : 'saved',
    timerId: imageId ?? of?.timerId ?? null,
    // Chat clients cache a picture by its URL, so each revision has its own. The server ignores the parameter.
    previewUrl: `${baseUrl()}/v2/timer-frame-previews/${path}?revision=${revision}`,
    previewExpiresAt: showDatetime(expiresAt),
    date_created: showDatetime(frame.createdAt),
    date_updated: showDatetime(frame.updatedAt),
    expiresAt: showDatetime(frame.expiresAt),
  };
}

/** Draws the GIF of a draft for the current time. @throws UnavailableError without `media`, or if it is too busy. */
export async function renderTimerFrame(
  context: ServiceContext,
  frame: DraftRow,
  { signal, start, query }: OpenOptions,
): Promise<Uint8Array> {
  const draft = readDraft(frame.design);
  const now = context.clock();
  const until = await findMoment(draft.design.target, { now, query }, (record) =>
    readRecordMoment(context, frame.accountId, record, now),
  );
  const { resources } = await resourcesOf(context, frame, draft);
  const scene = sceneOfFrame(context, frame, draft.design, resources);
  const caller = { account: frame.accountId, signal };
  const countdown = countdownOf(draft, context.clock(), { start, until });
  return requireMedia(context.media).renderTimer(scene, countdown, caller);
}

/**
 * Draws the first frame of an opening of a draft.
 *
 * @throws ValidationError at `at`.
 * @throws UnavailableError without `media`, or if it is too busy.
 */
export async function lookAtTimerFrame(
  context: ServiceContext,
  frame: DraftRow,
  { at, variables = {} }: LookAtTimerFrameRequest,
  { signal }: CallOptions,
): Promise<DrawnLive> {
  const draft = readDraft(frame.design);
  const { target } = draft.design;
  const now = at === undefined ? context.clock() : requireMoment(target.timeZone ?? 'UTC', at);
  const query = new Map(Object.entries(variables));
  const until = await findMoment(target, { now, query: () => query }, (record) =>
    readRecordMoment(context, frame.accountId, record, now),
  );
  const { resources } = await resourcesOf(context, frame, draft);
  const countdown = countdownOf(draft, now, { start: variables.start ?? null, until });
  const scene = stillOfTimer(sceneOfFrame(context, frame, draft.design, resources), countdown);
  return requireMedia(context.media).renderLive(scene, { account: frame.accountId, signal });
}

function shownStart(start: string, end: Millis): TimerFrameResponse['start'] {
  const moment = readMoment(start);
  return { moment: moment === null ? null : showDatetime(moment), end: showDatetime(end) };
}

function sceneOfFrame(
  { hotBlobs }: ServiceContext,
  { accountId }: DraftRow,
  design: TimerDesign,
  resources: TimerResources,
): TimerScene {
  return sceneOf(design, resources, hotBlobs.loadFor(accountId));
}

/** A draft uses the current resources of its account, a saved one the pinned ones. */
async function resourcesOf(
  context: ServiceContext,
  { accountId, imageId }: DraftRow,
  { design, of }: StoredDraft,
): Promise<{ readonly resources: TimerResources; readonly warnings: readonly string[] }> {
  const image = imageId === null ? null : await context.storage.images.get(accountId, imageId);
  if (image?.timer != null) return { resources: readTimer(image.timer).resources, warnings: [] };
  const media = requireMedia(context.media);
  const { resources, missing } = await findResources(context, media, accountId, idsIn(design), of);
  return { resources, warnings: missing.map(({ path, message }) => `design.${path}: ${message}`) };
}

function warningsOfTime({ expired, target }: TimerDesign, { secondsLeft, next }: Countdown): string[] {
  const isMissing =
    (expired.behaviour === 'message' && expired.message === null) ||
    (expired.behaviour === 'image' && expired.imageId === null);
  const member = expired.behaviour === 'message' ? 'message' : 'imageId';
  return [
    ...(secondsLeft === 0 && next === undefined && target.kind === 'date'
      ? ['design.target.date: It is past, so the timer shows its expired state.']
      : []),
    ...(isMissing ? [`design.expired.${member}: It is null, so an expired timer shows zeros.`] : []),
  ];
}
