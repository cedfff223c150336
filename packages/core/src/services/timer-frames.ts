import { type Principal, requireAccountKey } from '../access.ts';
import { parseContract, rawMember } from '../contracts/contract.ts';
import {
  CreateTimerFrameRequest,
  type SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerFrameQuery,
  type TimerFrameResponse,
  UpdateTimerFrameRequest,
} from '../contracts/timer-frames.ts';
import { randomBase64url } from '../crypto.ts';
import { type Issue, NotFoundError, UnavailableError, ValidationError } from '../errors.ts';
import { DRAFTS_MAX } from '../limits.ts';
import type { ImageRow } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import type { TimerFrameRow } from '../storage/timer-frames.ts';
import { canBeStored } from '../stored-text.ts';
import { readDraft, writeDraft } from '../timers/stored-timer.ts';
import type { CallOptions } from '../turns/caller.ts';
import { showDatetime } from '../values/datetime.ts';
import type { ServiceContext } from './context.ts';
import { type Replays, replayOfPlan } from './replay.ts';
import { type PlannedDesign, planDesign } from './timer-frame-plan.ts';
import { planTimerImage, showSavedTimer } from './timer-frame-save.ts';
import { previewScope, renderTimerFrame, showTimerFrame } from './timer-frame-view.ts';

/** A draft whose token is valid. */
export interface TimerPreview {
  /**
   * Draws the GIF of the draft for the current time. @throws UnavailableError if too many wait, it takes over 10 s, or
   * without `media`.
   */
  render(options?: CallOptions): Promise<Uint8Array>;
}

/** A draft in a list. */
export interface TimerFrameSummary {
  readonly timerFrameId: string;
  readonly conversationId: string;
  readonly name: string;
  readonly revision: number;
  readonly status: 'draft' | 'saved';
  /** The image that the draft was saved as; null for an unsaved draft. */
  readonly imageId: number | null;
  readonly date_created: string;
  readonly date_updated: string;
  readonly expiresAt: string;
}

/**
 * Drafts of timers, each bound to a conversation (docs/rules.md#drafts). For account keys only. All calls except
 * `list`, `create` and `preview` name the conversation: they throw `validation_failed` without it, before any lookup, and
 * `not_found` for a draft that is unknown, expired, foreign, or of another conversation. A draft expires 24 hours after
 * its last change, and after seven days at most. An account keeps its newest 100 unsaved drafts.
 */
export interface TimerFrameService {
  /** Returns the drafts of all conversations, newest first, saved ones too. Their number is bounded by their lifetime. */
  list(principal: Principal): Promise<TimerFrameSummary[]>;
  /** @throws ValidationError with all issues, those of the design at `design.…`. */
  create(
    principal: Principal,
    request: CreateTimerFrameRequest,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  get(
    principal: Principal,
    timerFrameId: string,
    query: TimerFrameQuery,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /**
   * Applies a merge patch to the design. Of two racing calls with the same `revision`, one throws `validation_failed`
   * at `revision`; without it, each applies to the result of the other. A saved draft throws `validation_failed`.
   */
  update(
    principal: Principal,
    timerFrameId: string,
    request: UpdateTimerFrameRequest,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /** Deletes a draft. The image of a saved draft stays. */
  delete(principal: Principal, timerFrameId: string, query: TimerFrameQuery): Promise<void>;
  /**
   * Saves the draft as a timer image with its fonts and pictures pinned. Later and racing calls return the same image.
   * @throws ValidationError at `design.…` for a missing font or image.
   */
  save(
    principal: Principal,
    timerFrameId: string,
    request: SaveTimerFrameRequest,
    options?: CallOptions,
  ): Promise<SavedTimerFrameResponse>;
  /**
   * Opens the draft of a preview URL. Needs no key, because the token authorizes the request.
   * @throws NotFoundError for a token that has expired, was changed, or is of another draft.
   */
  preview(token: string, conversationId: string, timerFrameId: string): Promise<TimerPreview>;
}

export const timerFrameReplays: Replays<TimerFrameService> = { create: replayOfPlan(1) };

const DEFAULT_NAME = 'Countdown';
const LIFE: Millis = 24 * 3_600_000;
const LIFE_MAX: Millis = 7 * 24 * 3_600_000;
const ATTEMPTS_MAX = 50;

export function timerFrameService(context: ServiceContext): TimerFrameService {
  const { storage, clock, tokens, quotas } = context;

  /** Returns the draft. @throws NotFoundError if the account has no such draft in this conversation. */
  async function openFrame(principal: Principal, id: string, conversationId: string): Promise<TimerFrameRow> {
    const { accountId } = principal;
    const frame = canBeStored(id) ? await storage.timerFrames.get(accountId, id, clock()) : null;
    if (frame === null || frame.conversationId !== conversationId) throw new NotFoundError('timer frame');
    return frame;
  }

  /** Plans with the current draft and writes. Plans again if the draft changed in between. */
  async function change<Result>(
    open: () => Promise<TimerFrameRow>,
    write: (frame: TimerFrameRow) => Promise<Result | 'stale' | null>,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const result = await write(await open());
      if (result === null) throw new NotFoundError('timer frame');
      if (result !== 'stale') return result;
    }
    throw new UnavailableError('Other requests are changing the draft; try again.');
  }

  async function savedImage({ accountId, imageId }: TimerFrameRow): Promise<ImageRow | null> {
    return imageId === null ? null : await storage.images.get(accountId, imageId);
  }

  return {
    async list(principal) {
      requireAccountKey(principal);
      const frames = await storage.timerFrames.list(principal.accountId, clock());
      return frames.toReversed().map(summarizeFrame);
    },

    async create(principal, request, options = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const now = clock();
      const plan = await planDesign(context, accountId, null, rawMember(request, 'design'), 'design', now);
      const { conversationId, name = DEFAULT_NAME } = parseContract(
        CreateTimerFrameRequest,
        request,
        () => plan.issues,
      );
      const design = writeDraft(requirePlanned(plan));
      const frame = {
        id: `tf_${randomBase64url(16)}`,
        accountId,
        conversationId,
        name,
        design,
        createdAt: now,
        updatedAt: now,
        expiresAt: now + LIFE,
      };
      // Draws first: a draft that cannot be drawn now is not stored, so a retry creates no second one.
      const shown = await showTimerFrame(context, { ...frame, revision: 1, imageId: null }, options);
      await context.writing(() => shown).timerFrames.insert(frame, DRAFTS_MAX);
      return shown;
    },

    async get(principal, timerFrameId, query, options = {}) {
      requireAccountKey(principal);
      const { conversationId } = parseContract(TimerFrameQuery, query);
      return showTimerFrame(context, await openFrame(principal, timerFrameId, conversationId), options);
    },

    async update(principal, timerFrameId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(UpdateTimerFrameRequest, request);
      let isDrawn = false;
      const frame = await change(
        () => openFrame(principal, timerFrameId, conversationId),
        async (current) => {
          const now = clock();
          const before = readDraft(current.design);
          const changes = rawMember(request, 'changes');
          const plan = await planDesign(context, principal.accountId, before, changes, 'changes', now);
          const issues = [...findStaleRevision(current, rawMember(request, 'revision')), ...plan.issues];
          parseContract(UpdateTimerFrameRequest, request, () => issues);
          requireUnsaved(current);
          const design = writeDraft(requirePlanned({ ...plan, issues }));
          if (Object.keys(changes ?? {}).length === 0) return current;
          // As in `create`. Draws only once, so that planning again is fast and all racing callers succeed.
          if (!isDrawn) await showTimerFrame(context, { ...current, design }, options);
          isDrawn = true;
          const expiresAt = Math.min(now + LIFE, current.createdAt + LIFE_MAX);
          return await storage.timerFrames.update(current, current.revision, { design, expiresAt }, now);
        },
      );
      return showTimerFrame(context, frame, options);
    },

    async delete(principal, timerFrameId, query) {
      requireAccountKey(principal);
      const { conversationId } = parseContract(TimerFrameQuery, query);
      const frame = await openFrame(principal, timerFrameId, conversationId);
      if (!(await storage.timerFrames.delete(frame, clock()))) throw new NotFoundError('timer frame');
    },

    async save(principal, timerFrameId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(SaveTimerFrameRequest, request);
      const image = await change(
        () => openFrame(principal, timerFrameId, conversationId),
        async (frame) => {
          const input = parseContract(SaveTimerFrameRequest, request);
          const saved = await savedImage(frame);
          if (saved !== null) return saved;
          const planned = await planTimerImage(context, frame, input, options);
          const wanted = { images: 1, imageBytes: planned.bytes };
          const result = await quotas.use(frame.accountId, wanted, () =>
            storage.timerFrames.save(frame, frame.revision, planned, clock()),
          );
          return result === null || result === 'stale' ? result : result.image;
        },
      );
      return showSavedTimer(context, image);
    },

    async preview(token, conversationId, timerFrameId) {
      const now = clock();
      const read = tokens.read('timer-preview', token, now);
      const frame =
        read === null || !canBeStored(timerFrameId)
          ? null
          : await storage.timerFrames.find(timerFrameId, now);
      if (
        read === null ||
        frame === null ||
        frame.conversationId !== conversationId ||
        !read.holdsFor(previewScope(frame))
      )
        throw new NotFoundError('timer frame preview');
      return { render: (options = {}) => renderTimerFrame(context, frame, options) };
    },
  };
}

/** Returns the conversation of a body. @throws ValidationError with all issues of a body without one. */
function requireConversation(
  contract: typeof UpdateTimerFrameRequest | typeof SaveTimerFrameRequest,
  request: unknown,
): string {
  const named = contract.shape.conversationId.safeParse(rawMember(request, 'conversationId'));
  return named.success ? named.data : parseContract(contract, request).conversationId;
}

function requirePlanned({ planned, issues }: PlannedDesign) {
  if (issues.length > 0 || planned === null) throw new ValidationError(issues);
  return planned;
}

function requireUnsaved({ imageId }: TimerFrameRow): void {
  if (imageId === null) return;
  const message = `The draft is saved as image ${imageId} and read-only; create a new one.`;
  throw new ValidationError([{ path: '', message }]);
}

/** Returns an issue for an outdated revision. An invalid one is a syntax error and is ignored here. */
function findStaleRevision(frame: TimerFrameRow, revision: unknown): Issue[] {
  if (typeof revision !== 'number' || revision === frame.revision) return [];
  const message = `The draft is at revision ${frame.revision} now; read it and decide again.`;
  return [{ path: 'revision', message }];
}

function summarizeFrame(frame: TimerFrameRow): TimerFrameSummary {
  return {
    timerFrameId: frame.id,
    conversationId: frame.conversationId,
    name: frame.name,
    revision: frame.revision,
    status: frame.imageId === null ? 'draft' : 'saved',
    imageId: frame.imageId,
    date_created: showDatetime(frame.createdAt),
    date_updated: showDatetime(frame.updatedAt),
    expiresAt: showDatetime(frame.expiresAt),
  };
}
