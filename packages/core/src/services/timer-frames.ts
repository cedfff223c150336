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
import type { ServiceContext } from './context.ts';
import { type PlannedDesign, planDesign } from './timer-frame-plan.ts';
import { planTimerImage, showSavedTimer } from './timer-frame-save.ts';
import { previewScope, renderTimerFrame, showTimerFrame } from './timer-frame-view.ts';

/** A draft that may be seen. */
export interface TimerPreview {
  /** The draft's GIF as it is now. @throws UnavailableError when too many wait, it takes over 10 s, or without `media`. */
  render(options?: CallOptions): Promise<Uint8Array>;
}

/**
 * Drafts of timers, each tied to a conversation (docs/rules.md#drafts). For account
 * keys only. Every call but `create` and `preview` names the conversation: without one it throws `validation_failed` before
 * anything is looked up, and `not_found` for a draft that is unknown, expired, foreign, or another conversation's. A
 * draft lives for 24 hours after its last change, seven days at most; of an account's unsaved ones the newest 100.
 */
export interface TimerFrameService {
  /** @throws ValidationError with every issue found, of the design at `design.…`. */
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
   * Applies a merge patch to the design. Of two racing calls with the same `revision` one throws `validation_failed` at
   * `revision`; without it each is applied to what the other left. A saved draft throws `validation_failed`.
   */
  update(
    principal: Principal,
    timerFrameId: string,
    request: UpdateTimerFrameRequest,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /** The image of a saved draft stays. */
  delete(principal: Principal, timerFrameId: string, query: TimerFrameQuery): Promise<void>;
  /**
   * Makes the draft a timer image with its fonts and pictures pinned. Saved again, also by racing calls, it answers the
   * same image. @throws ValidationError at `design.…` for a font or an image that is gone.
   */
  save(
    principal: Principal,
    timerFrameId: string,
    request: SaveTimerFrameRequest,
    options?: CallOptions,
  ): Promise<SavedTimerFrameResponse>;
  /**
   * The draft for a URL that was given out. No key: the token is the permission.
   * @throws NotFoundError for a token that is over, was changed, or is another draft's.
   */
  preview(token: string, conversationId: string, timerFrameId: string): Promise<TimerPreview>;
}

const DEFAULT_NAME = 'Countdown';
const LIFE: Millis = 24 * 3_600_000;
const LIFE_MAX: Millis = 7 * 24 * 3_600_000;
const ATTEMPTS_MAX = 50;

export function timerFrameService(context: ServiceContext): TimerFrameService {
  const { storage, clock, tokens, quotas } = context;

  /** @throws NotFoundError for a draft that is not there for this account and conversation. */
  async function openFrame(principal: Principal, id: string, conversationId: string): Promise<TimerFrameRow> {
    const { accountId } = principal;
    const frame = canBeStored(id) ? await storage.timerFrames.get(accountId, id, clock()) : null;
    if (frame === null || frame.conversationId !== conversationId) throw new NotFoundError('timer frame');
    return frame;
  }

  /** Plans on the draft as it is and writes; when it changed in between, plans anew. */
  async function change<Result>(
    open: () => Promise<TimerFrameRow>,
    write: (frame: TimerFrameRow) => Promise<Result | 'stale' | null>,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const result = await write(await open());
      if (result === null) throw new NotFoundError('timer frame');
      if (result !== 'stale') return result;
    }
    throw new UnavailableError('The draft is being changed by others; try again.');
  }

  async function savedImage({ accountId, imageId }: TimerFrameRow): Promise<ImageRow | null> {
    return imageId === null ? null : await storage.images.get(accountId, imageId);
  }

  return {
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
      // Shown first: what can't be drawn now is not kept, so trying again makes no second one.
      const shown = await showTimerFrame(context, { ...frame, revision: 1, imageId: null }, options);
      await storage.timerFrames.insert(frame, DRAFTS_MAX);
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
          // As in `create`; once is enough, so that planning anew is quick and everyone who races gets through.
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

/** The conversation that a body names. @throws ValidationError with all that is wrong with a body that names none. */
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

/** Nothing for a revision that is none: that is found as a fault of form. */
function findStaleRevision(frame: TimerFrameRow, revision: unknown): Issue[] {
  if (typeof revision !== 'number' || revision === frame.revision) return [];
  const message = `The draft is at revision ${frame.revision} by now; read it and decide again.`;
  return [{ path: 'revision', message }];
}
