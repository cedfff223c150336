import { parseContract, rawMember } from '../../contracts/ground/contract.ts';
import {
  CreateTimerFrameRequest,
  GetTimerFrameQuery,
  LookAtTimerFrameRequest,
  SaveTimerFrameRequest,
  TimerFrameQuery,
  type TimerFrameResponse,
  UpdateTimerFrameRequest,
} from '../../contracts/timers/timer-frames.ts';
import { type Issue, NotFoundError, ValidationError } from '../../ground/errors.ts';
import type { Millis } from '../../ground/rows.ts';
import { guardWrites, requireAccountKey } from '../../ports/access.ts';
import { changeDesign } from '../../timers/design-changes.ts';
import { type DraftOf, readDraft, writeDraft } from '../../timers/stored-timer.ts';
import type { TargetedDesign } from '../../timers/targeted-design.ts';
import type { ServiceContext } from '../calls/context.ts';
import {
  findStaleRevision,
  newConversationId,
  requireConversation,
  requireRevision,
  requireUnsaved,
} from '../drafts/drafts.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { givenStart, planFrame, timerDrafts } from './new-timer-frame.ts';
import { saveFrame, showSavedTimer } from './timer-frame-save.ts';
import type { TimerFrameService } from './timer-frame-service.ts';
import {
  lookAtTimerFrame,
  previewScope,
  renderTimerFrame,
  showTimerFrame,
  summarizeTimerFrame,
} from './timer-frame-view.ts';
import { findTargetIssues } from './timer-moment.ts';
import { findResources, idsIn } from './timer-resources.ts';

const CREATE: RepeatableCall<TimerFrameResponse, unknown, TimerFrameResponse> = {
  name: 'timerFrames.create',
  show: (_context, { plan }) => plan,
};

const DEFAULT_NAME = 'Countdown';

export function timerFrameService(context: ServiceContext): TimerFrameService {
  const { clock, tokens } = context;
  const drafts = timerDrafts(context);

  const service: TimerFrameService = {
    async list(principal) {
      requireAccountKey(principal);
      return (await drafts.list(principal.accountId)).map((frame) => summarizeTimerFrame(context, frame));
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
        const { draft: planned, shown } = await planFrame(context, given, { signal: options.signal });
        await write(shown, (how) => drafts.insert(planned, how));
        return shown;
      }),

    async get(principal, timerFrameId, query, options = {}) {
      requireAccountKey(principal);
      const { conversationId, start } = parseContract(GetTimerFrameQuery, query);
      const frame = await drafts.open(principal, timerFrameId, conversationId);
      return showTimerFrame(context, frame, { ...options, start: givenStart(start) });
    },

    async update(principal, timerFrameId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(UpdateTimerFrameRequest, request);
      let isDrawn = false;
      const frame = await drafts.change(
        () => drafts.open(principal, timerFrameId, conversationId),
        async (current) => {
          const before = readDraft(current.design);
          const changes = rawMember(request, 'changes');
          const plan = await planDesign(context, principal.accountId, before, changes, 'changes', clock());
          const issues = [...findStaleRevision(current, rawMember(request, 'revision')), ...plan.issues];
          const { name = current.name } = parseContract(UpdateTimerFrameRequest, request, () => issues);
          requireUnsaved(current);
          const design = writeDraft({ ...requirePlanned({ ...plan, issues }), of: before.of });
          const isSame = Object.keys(changes ?? {}).length === 0;
          if (isSame && name === current.name) return current;
          // As in `create`. Draws only once, so that planning again is fast and all racing callers succeed.
          if (!isDrawn) await showTimerFrame(context, { ...current, design }, options);
          isDrawn = true;
          return await drafts.update(current, { name, design });
        },
      );
      return showTimerFrame(context, frame, options);
    },

    async look(principal, timerFrameId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(LookAtTimerFrameRequest, request);
      const frame = await drafts.open(principal, timerFrameId, conversationId);
      return lookAtTimerFrame(context, frame, parseContract(LookAtTimerFrameRequest, request), options);
    },

    async delete(principal, timerFrameId, query) {
      requireAccountKey(principal);
      const { conversationId } = parseContract(TimerFrameQuery, query);
      await drafts.delete(await drafts.open(principal, timerFrameId, conversationId));
    },

    async save(principal, timerFrameId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(SaveTimerFrameRequest, request);
      const image = await drafts.change(
        () => drafts.open(principal, timerFrameId, conversationId),
        async (frame) => {
          const input = parseContract(SaveTimerFrameRequest, request);
          requireRevision(frame, input.revision);
          const saved = await drafts.savedImage(frame);
          if (saved !== null) return saved;
          const result = await saveFrame(context, frame, input, options);
          return result === null || result === 'stale' ? result : result.image;
        },
      );
      return showSavedTimer(context, image);
    },

    async preview(token, conversationId, timerFrameId) {
      const read = tokens.read('timer-preview', token, clock());
      const frame = read === null ? null : await drafts.find(timerFrameId, conversationId);
      if (read === null || frame === null || !read.holdsFor(previewScope(frame)))
        throw new NotFoundError('timer frame preview');
      return { render: (options = {}) => renderTimerFrame(context, frame, options) };
    },
  };
  return guardWrites(service, {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    look: 'reads',
    save: 'writes',
    preview: 'reads',
  });
}

function requirePlanned({ planned, issues }: PlannedDesign) {
  if (issues.length > 0 || planned === null) throw new ValidationError(issues);
  return planned;
}

interface PlannedDesign {
  /** Null if there are syntax errors. */
  readonly planned: TargetedDesign | null;
  readonly issues: readonly Issue[];
}

/**
 * Applies changes to a design. Returns all syntax errors and all issues of ids that the changes name. Ids that were
 * named before and are missing now do not prevent other changes.
 *
 * @param path of the changes in the request.
 */
async function planDesign(
  context: ServiceContext,
  accountId: string,
  before: (TargetedDesign & { readonly of: DraftOf | null }) | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): Promise<PlannedDesign> {
  const { changed, json, issues } = changeDesign(before, changes, path, now);
  const ids = idsIn(json);
  const idsBefore = before === null ? null : idsIn(before.design);
  const missing =
    context.media === null
      ? []
      : (await findResources(context, context.media, accountId, ids, before?.of ?? null)).missing;
  const named = missing.filter((issue) => idsBefore === null || idsBefore[issue.path] !== ids[issue.path]);
  const target = changed?.design.target;
  const isNew = JSON.stringify(target) !== JSON.stringify(before?.design.target);
  const found = target === undefined || !isNew ? [] : await findTargetIssues(context, accountId, target);
  return {
    planned: changed,
    issues: [
      ...issues,
      ...[...named, ...found].map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
    ],
  };
}
