import { acceptedMembers, parseContract } from '../../contracts/ground/contract.ts';
import { DraftTimerRequest, type TimerFrameResponse } from '../../contracts/timers/timer-frames.ts';
import {
  ListTimersQuery,
  type TimerDetail,
  type TimerSummary,
  type TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from '../../contracts/timers/timers.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { NotFoundError, ValidationError } from '../../ground/errors.ts';
import { requireInt32 } from '../../ground/int32.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { fold } from '../../query/fold.ts';
import type { ImageRow, TimerRow } from '../../storage/images/images.ts';
import { readTimer } from '../../timers/stored-timer.ts';
import { type ReadTarget, readTarget } from '../../timers/target.ts';
import { endOf, isOver } from '../../timers/targeted-design.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { showDatetime } from '../../values/datetime.ts';
import { requireMoment } from '../../values/moment-in-zone.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { newConversationId } from '../drafts/drafts.ts';
import { productionUrlOf } from '../images/image-urls.ts';
import { imageHtml, renderedUrlOf, showImageSummary } from '../images/image-view.ts';
import { givenStart, planFrame, timerDrafts } from './new-timer-frame.ts';
import type { RenderTimer } from './timer-pictures.ts';

/** An opening of a timer. */
export interface TimerOpeningRequest {
  /** Its moment. A wall time is in the zone of the timer. Default: now. */
  readonly at?: string | Date | undefined;
  /** The `start` of the URL, for evergreen timers. */
  readonly start?: string | null | undefined;
  /** The other parameters of the URL: `until`, and those that the key of a record names. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Saved timers: images of the type `timer` (docs/rules.md#timers). */
export interface TimerService {
  /** The active timers, newest first. */
  list(principal: Principal, query?: ListTimersQuery, options?: CallOptions): Promise<Page<TimerSummary>>;
  /** Also returns deleted timers. @throws NotFoundError for an image that is unknown, foreign, or not a timer. */
  get(principal: Principal, timerId: string | number): Promise<TimerDetail>;
  /**
   * Draws the GIF that an opening shows. @throws as `get`. @throws ValidationError at `at`. @throws UnavailableError if too
   * many wait, it takes too long, or without `media`.
   */
  render(
    principal: Principal,
    timerId: string | number,
    opening?: TimerOpeningRequest,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  /**
   * Makes a draft with the design of the timer. Saving it changes the timer under the same URL, or makes a copy. The draft
   * keeps the fonts and pictures of the timer, even if they are deleted. @throws as `get`.
   */
  draft(
    principal: Principal,
    timerId: string | number,
    request?: DraftTimerRequest,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /** Deletes the timer's image. Does nothing if it is deleted already. @throws as `get`. */
  delete(principal: Principal, timerId: string | number): Promise<void>;
  /**
   * Changes the target of a timer, which takes effect with the next request for it. A wall time without a zone is in
   * the zone of the timer. For account keys only. The last of two racing calls wins.
   *
   * @param timerId the int32 id of the image.
   * @throws NotFoundError for an image that is unknown, foreign, or not a timer.
   * @throws ValidationError at `targetDate` or `timeZone`.
   */
  setTargetDate(
    principal: Principal,
    timerId: string | number,
    request: UpdateTimerTargetDateRequest,
  ): Promise<TimerTargetDateResponse>;
}

export function timerService(context: ServiceContext, renderTimer: RenderTimer): TimerService {
  const { storage, clock, cursorSecrets: secrets, baseUrl } = context;

  async function requireTimer(
    principal: Principal,
    timerId: string | number,
  ): Promise<ImageRow & { readonly timer: TimerRow }> {
    requireAccountKey(principal);
    const image = await storage.images.get(principal.accountId, requireInt32(timerId, 'timer'));
    if (image === null || image.timer === null) throw new NotFoundError('timer');
    return { ...image, timer: image.timer };
  }

  const service: TimerService = {
    async list(principal, query = {}, options = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const { limit, cursor, q } = parseContract(ListTimersQuery, query);
      const nameContains = q === undefined ? null : fold(q);
      const scope = [accountId, 'ListTimers', nameContains];
      const before = pageStart(secrets, scope, cursor);
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const page = { nameContains, type: 'timer', active: true, before, limit } as const;
      const slice = await storage.images.list(accountId, page, options);
      const items = slice.rows.flatMap((image) =>
        image.timer === null ? [] : [summarizeTimer(context, { ...image, timer: image.timer })],
      );
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.id));
    },

    async get(principal, timerId) {
      const image = await requireTimer(principal, timerId);
      return { ...summarizeTimer(context, image), design: readTimer(image.timer).design };
    },

    async render(principal, timerId, { at, start, variables = {} } = {}, { signal } = {}) {
      const image = await requireTimer(principal, timerId);
      const { timeZone = image.timer.target.timeZone } = readTimer(image.timer).design.target;
      const moment = at === undefined ? undefined : requireMoment(timeZone, at);
      const query = () => new Map(Object.entries(variables));
      return renderTimer(image, { at: moment, start, query, signal });
    },

    async draft(principal, timerId, request = {}, options = {}) {
      const image = await requireTimer(principal, timerId);
      const {
        conversationId = newConversationId(),
        name = image.name,
        start,
      } = parseContract(DraftTimerRequest, request);
      const { design, target, resources } = readTimer(image.timer);
      const draft = { design, target, of: { timerId: image.id, design, resources } };
      const { draft: planned, shown } = await planFrame(
        context,
        { accountId: image.accountId, conversationId, name, draft },
        { ...options, start: givenStart(start) },
      );
      await timerDrafts(context).insert(planned);
      return shown;
    },

    async delete(principal, timerId) {
      const image = await requireTimer(principal, timerId);
      if (!image.active) return;
      await storage.images.update(image.accountId, image.id, { active: false }, clock());
    },

    async setTargetDate(principal, timerId, request) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const id = requireInt32(timerId, 'timer');
      const timer = (await storage.images.get(accountId, id))?.timer ?? null;
      if (timer === null) throw new NotFoundError('timer');
      const { kind } = readTimer(timer).design.target;
      if (kind !== 'date') {
        const message = `The target of this timer is ${kind}; change it with a draft of the timer.`;
        throw new ValidationError([{ path: 'targetDate', message }]);
      }
      const now = clock();
      const read = ({ targetDate, timeZone }: Partial<UpdateTimerTargetDateRequest>): ReadTarget =>
        readTarget({ date: targetDate, timeZone: timeZone ?? timer.target.timeZone }, now, (member) =>
          member === 'date' ? 'targetDate' : 'timeZone',
        );
      const input = parseContract(UpdateTimerTargetDateRequest, request, (refused) => {
        const found = read(acceptedMembers(UpdateTimerTargetDateRequest, refused));
        return found.ok ? [] : found.issues;
      });
      const found = read(input);
      if (!found.ok) throw new ValidationError(found.issues);
      const image = await storage.images.setTarget(accountId, id, found.target, now);
      if (image === null) throw new NotFoundError('timer');
      const { instant, timeZone, local } = found.target;
      return {
        id,
        name: image.name,
        targetDate: showDatetime(instant),
        timeZone,
        localTargetDate: local,
        expired: instant <= now,
        productionUrl: productionUrlOf(baseUrl(), image.publicId),
        renderedUrl: renderedUrlOf(context, image),
      };
    },
  };
  return guardWrites(service, {
    list: 'reads',
    get: 'reads',
    render: 'reads',
    draft: 'writes',
    delete: 'writes',
    setTargetDate: 'writes',
  });
}

/** Returns a timer as lists show it. Mints the URL of the thumbnail, as for images. */
function summarizeTimer(
  context: Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>,
  image: ImageRow & { readonly timer: TimerRow },
): TimerSummary {
  const { id, name, status, folder, productionUrl, thumbnailUrl, thumbnailExpiresAt, ...rest } =
    showImageSummary(context, image);
  const stored = readTimer(image.timer);
  const { width, height, target } = stored.design;
  const now = context.clock();
  return {
    id,
    name,
    status,
    folder,
    width,
    height,
    targetKind: target.kind,
    targetDate: showDatetime(endOf(stored, now)),
    timeZone: stored.target.timeZone,
    expired: isOver(stored, now),
    productionUrl,
    renderedUrl: renderedUrlOf(context, image),
    thumbnailUrl,
    thumbnailExpiresAt,
    html: imageHtml(context, image),
    date_created: rest.date_created,
    date_updated: rest.date_updated,
  };
}
