import { parseContract, rawMember } from '../../contracts/contract.ts';
import {
  CreateTimerFrameRequest,
  GetTimerFrameQuery,
  SaveTimerFrameRequest,
  TimerFrameQuery,
  type TimerFrameResponse,
  UpdateTimerFrameRequest,
} from '../../contracts/timer-frames.ts';
import { type Issue, NotFoundError, UnavailableError, ValidationError } from '../../ground/errors.ts';
import { DRAFTS_MAX } from '../../ground/limits.ts';
import type { Millis } from '../../ground/rows.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { ImageRow } from '../../storage/images.ts';
import type { TimerFrameRow } from '../../storage/timer-frames.ts';
import { readDraft, writeDraft } from '../../timers/stored-timer.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { givenStart, LIFE, newConversationId, planFrame } from './new-timer-frame.ts';
import { type PlannedDesign, planDesign } from './timer-frame-plan.ts';
import { saveFrame, showSavedTimer } from './timer-frame-save.ts';
import type { TimerFrameService, TimerFrameSummary } from './timer-frame-service.ts';
import { previewScope, renderTimerFrame, showTimerFrame } from './timer-frame-view.ts';

const CREATE: RepeatableCall<TimerFrameResponse, unknown, TimerFrameResponse> = {
  name: 'timerFrames.create',
  show: (_context, { plan }) => plan,
};

const DEFAULT_NAME = 'Countdown';
const LIFE_MAX: Millis = 7 * 24 * 3_600_000;
const ATTEMPTS_MAX = 50;

export function timerFrameService(context: ServiceContext): TimerFrameService {
  const { storage, clock, tokens } = context;

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

    create: (principal, request, options = {}) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const { accountId } = principal;
        const now = clock();
        const plan = await planDesign(context, accountId, null, rawMember(request, 'design'), 'design', now);
        const { conversationId = newConversationId(), name = DEFAULT_NAME } = parseContract(
          CreateTimerFrameRequest,
          request,
          () => plan.issues,
        );
        const draft = { ...requirePlanned(plan), of: null };
        const given = { accountId, conversationId, name, draft };
        const { frame, shown } = await planFrame(context, given, { signal: options.signal });
        await write(shown, (how) => storage.timerFrames.insert(frame, DRAFTS_MAX, how));
        return shown;
      }),

    async get(principal, timerFrameId, query, options = {}) {
      requireAccountKey(principal);
      const { conversationId, start } = parseContract(GetTimerFrameQuery, query);
      const frame = await openFrame(principal, timerFrameId, conversationId);
      return showTimerFrame(context, frame, { ...options, start: givenStart(start) });
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
          const design = writeDraft({ ...requirePlanned({ ...plan, issues }), of: before.of });
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
          const result = await saveFrame(context, frame, input, options);
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
