import { parseContract, rawMember } from '../../../contracts/ground/contract.ts';
import {
  CreateLiveImageDraftRequest,
  LiveImageDraftQuery,
  type LiveImageDraftResponse,
  ResolveLiveImageDraftRequest,
  SaveLiveImageDraftRequest,
  UpdateLiveImageDraftRequest,
} from '../../../contracts/live/live-drafts.ts';
import { liveClient } from '../../../contracts/live/live-rules.ts';
import { NotFoundError, ValidationError } from '../../../ground/errors.ts';
import { samplesOf } from '../../../live/check/check-live.ts';
import { readLiveDraft, writeLiveDraft } from '../../../live/design/stored-design.ts';
import type { OpenedLive } from '../../../live/opening/opened-live.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../../ports/access.ts';
import { momentIn } from '../../../values/moment-in-zone.ts';
import type { ServiceContext } from '../../calls/context.ts';
import {
  type Drafts,
  draftsOf,
  findStaleRevision,
  newConversationId,
  requireConversation,
  requireRevision,
  requireUnsaved,
} from '../../drafts/drafts.ts';
import { once, type RepeatableCall } from '../../idempotency/idempotency.ts';
import { drawOpened } from '../openings/live-pictures.ts';
import { describeOpening, showResolved } from '../openings/live-resolve.ts';
import { type PlannedLive, planLive } from './live-draft-plan.ts';
import { saveLiveDraft, showLiveHtml } from './live-draft-save.ts';
import type { LiveImageDraftService } from './live-draft-service.ts';
import {
  drawLiveDraft,
  livePreviewScope,
  openDraft,
  showLiveDraft,
  summarizeLiveDraft,
} from './live-draft-view.ts';
import { requireLiveImage, startingFrom } from './live-image-row.ts';

const CREATE: RepeatableCall<LiveImageDraftResponse, unknown, LiveImageDraftResponse> = {
  name: 'liveImageDrafts.create',
  show: (_context, { plan }) => plan,
};

const DEFAULT_NAME = 'Live image';

/** Returns the drafts of live images. */
export function liveDrafts(context: ServiceContext): Drafts {
  return draftsOf(context, 'live', 'ld_', 'draft of a live image');
}

export function liveDraftService(context: ServiceContext): LiveImageDraftService {
  const { clock, closing, tokens } = context;
  const drafts = liveDrafts(context);

  /** Opens a draft as a request describes it. */
  async function openAs(
    principal: Principal,
    draftId: string,
    request: ResolveLiveImageDraftRequest,
    signal: AbortSignal,
  ): Promise<OpenedLive> {
    requireAccountKey(principal);
    const conversationId = requireConversation(ResolveLiveImageDraftRequest, request);
    const draft = await drafts.open(principal, draftId, conversationId);
    const input = parseContract(ResolveLiveImageDraftRequest, request);
    const stored = readLiveDraft(draft.design);
    const { query, options } = describeOpening(stored.design, input, clock(), signal);
    return openDraft(context, draft, stored, query, options);
  }

  const service: LiveImageDraftService = {
    async list(principal) {
      requireAccountKey(principal);
      return (await drafts.list(principal.accountId)).map((draft) => summarizeLiveDraft(context, draft));
    },

    create: (principal, request, options = {}) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const { accountId } = principal;
        const from = CreateLiveImageDraftRequest.shape.from.safeParse(rawMember(request, 'from')).data;
        const image = from === undefined ? null : await requireLiveImage(context, principal, from);
        const before = image === null ? null : startingFrom(image, false);
        const changes = rawMember(request, 'design');
        const plan = await planLive(context, accountId, before, changes, 'design', clock());
        const { conversationId = newConversationId(), name = image?.name ?? DEFAULT_NAME } = parseContract(
          CreateLiveImageDraftRequest,
          request,
          () => plan.issues,
        );
        const design = writeLiveDraft({ ...requirePlanned(plan), of: before?.of ?? null });
        const { draft, shown } = await drafts.plan({ accountId, conversationId, name, design }, (row) =>
          showLiveDraft(context, row, { signal: options.signal }),
        );
        await write(shown, (how) => drafts.insert(draft, how));
        return shown;
      }),

    async get(principal, draftId, query, options = {}) {
      requireAccountKey(principal);
      const { conversationId } = parseContract(LiveImageDraftQuery, query);
      return showLiveDraft(context, await drafts.open(principal, draftId, conversationId), options);
    },

    async update(principal, draftId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(UpdateLiveImageDraftRequest, request);
      let isDrawn = false;
      const draft = await drafts.change(
        () => drafts.open(principal, draftId, conversationId),
        async (current) => {
          const before = readLiveDraft(current.design);
          const changes = rawMember(request, 'changes');
          const plan = await planLive(context, principal.accountId, before, changes, 'changes', clock());
          const issues = [...findStaleRevision(current, rawMember(request, 'revision')), ...plan.issues];
          const { name = current.name } = parseContract(UpdateLiveImageDraftRequest, request, () => issues);
          requireUnsaved(current);
          const design = writeLiveDraft({ ...requirePlanned({ ...plan, issues }), of: before.of });
          const isSame = Object.keys(changes ?? {}).length === 0;
          if (isSame && name === current.name) return current;
          // As in `create`. Draws only once, so that planning again is fast and all racing callers succeed.
          if (!isDrawn) await drawLiveDraft(context, { ...current, design }, options);
          isDrawn = true;
          return await drafts.update(current, { name, design });
        },
      );
      return showLiveDraft(context, draft, options);
    },

    async delete(principal, draftId, query) {
      requireAccountKey(principal);
      const { conversationId } = parseContract(LiveImageDraftQuery, query);
      await drafts.delete(await drafts.open(principal, draftId, conversationId));
    },

    async resolve(principal, draftId, request, { signal = closing } = {}) {
      const opened = await openAs(principal, draftId, request, signal);
      return showResolved(context, principal.accountId, opened);
    },

    async look(principal, draftId, request, { signal = closing } = {}) {
      const opened = await openAs(principal, draftId, request, signal);
      const moves = opened.dependence === 'timer' || opened.compiled.design.format === 'gif';
      return drawOpened(context, principal.accountId, opened, { format: moves ? 'png' : undefined, signal });
    },

    async save(principal, draftId, request, options = {}) {
      requireAccountKey(principal);
      const conversationId = requireConversation(SaveLiveImageDraftRequest, request);
      const image = await drafts.change(
        () => drafts.open(principal, draftId, conversationId),
        async (draft) => {
          const input = parseContract(SaveLiveImageDraftRequest, request);
          requireRevision(draft, input.revision);
          const saved = await drafts.savedImage(draft);
          if (saved !== null) return saved;
          const result = await saveLiveDraft(context, draft, input, options);
          return result === null || result === 'stale' ? result : result.image;
        },
      );
      return showLiveHtml(context, image, parseContract(SaveLiveImageDraftRequest, request).mergeTags);
    },

    async preview(token, conversationId, draftId) {
      const read = tokens.read('live-preview', token, clock());
      const draft = read === null ? null : await drafts.find(draftId, conversationId);
      if (read === null || draft === null || !read.holdsFor(livePreviewScope(draft))) {
        throw new NotFoundError('preview of a live image');
      }
      return {
        async render(given, { signal } = {}) {
          const stored = readLiveDraft(draft.design);
          const query = new Map([...samplesOf(stored.design), ...given]);
          const opened = await openDraft(context, draft, stored, query, {
            at: momentIn(stored.design.timeZone, given.get('at')) ?? clock(),
            client: liveClient.safeParse(given.get('client')).data ?? 'other',
            recordId: given.get('recordId') ?? null,
            rule: given.get('as-rule') ?? null,
            signal: signal ?? closing,
          });
          return drawOpened(context, draft.accountId, opened, { signal });
        },
      };
    },
  };
  return guardWrites(service, {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    resolve: 'reads',
    look: 'reads',
    save: 'writes',
    preview: 'reads',
  });
}

function requirePlanned({ planned, issues }: PlannedLive): NonNullable<PlannedLive['planned']> {
  if (issues.length > 0 || planned === null) throw new ValidationError(issues);
  return planned;
}
