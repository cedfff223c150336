import type { LiveImageDraftResponse, LiveImageDraftSummary } from '../../../contracts/live/live-drafts.ts';
import type { Millis } from '../../../ground/rows.ts';
import { samplesOf } from '../../../live/check/check-live.ts';
import { readLive, readLiveDraft, type StoredLiveDraft } from '../../../live/design/stored-design.ts';
import type { LiveOpeningOptions, OpenedLive } from '../../../live/opening/opened-live.ts';
import type { LiveCheck } from '../../../media/live-scene.ts';
import type { TokenScope } from '../../../ports/path-token.ts';
import type { DraftRow } from '../../../storage/images/drafts.ts';
import type { CallOptions } from '../../../turns/caller.ts';
import { showDatetime } from '../../../values/datetime.ts';
import { requireMedia, type ServiceContext } from '../../calls/context.ts';
import { findMissingPhotos } from '../openings/missing-photos.ts';
import { findGuessableKeys } from '../sources/guessable-keys.ts';
import { checkLive } from './live-draft-plan.ts';
import { findLiveResources } from './live-resources.ts';

/** Returns the scope of a preview token. The path identifies the draft. */
export function livePreviewScope({ accountId, conversationId, id }: DraftRow): TokenScope {
  return [accountId, conversationId, id];
}

/** Opens a draft with its samples and draws it once. @throws UnavailableError without `media`, and what drawing throws. */
export async function drawLiveDraft(
  context: ServiceContext,
  draft: DraftRow,
  { signal }: CallOptions,
): Promise<{ readonly stored: StoredLiveDraft; readonly opened: OpenedLive; readonly check: LiveCheck }> {
  const stored = readLiveDraft(draft.design);
  const opened = await openDraft(context, draft, stored, samplesOf(stored.design), {
    ...{ at: context.clock(), client: 'other', signal: signal ?? context.closing },
  });
  const check = await requireMedia(context.media).checkLive(opened.scene(), {
    account: draft.accountId,
    signal,
  });
  return { stored, opened, check };
}

/** Returns a draft as it is now (docs/rules.md#drafts-of-live-images). @throws UnavailableError without `media`. */
export async function showLiveDraft(
  context: ServiceContext,
  draft: DraftRow,
  options: CallOptions,
): Promise<LiveImageDraftResponse> {
  const now = context.clock();
  const { accountId } = draft;
  const { stored, opened, check } = await drawLiveDraft(context, draft, options);
  const { design, of } = stored;
  const { compiled, issues } = await checkLive(context, accountId, stored, of?.resources ?? null);
  const missingPhotos = await findMissingPhotos(context, accountId, opened);
  return {
    ...summaryOf(context, draft, stored, now),
    design,
    variables: Object.keys(design.variables),
    warnings: [
      ...issues.map((issue) => `design.${issue.path}: ${issue.message}`),
      ...opened.resolved.warnings,
      ...missingPhotos,
      ...check.warnings,
      ...(await findGuessableKeys(context, accountId, compiled)),
    ],
    estimatedBytes: check.estimatedBytes,
  };
}

/** Returns a draft for a list, without drawing it. */
export function summarizeLiveDraft(context: ServiceContext, draft: DraftRow): LiveImageDraftSummary {
  return summaryOf(context, draft, readLiveDraft(draft.design), context.clock());
}

function summaryOf(
  { tokens, baseUrl }: ServiceContext,
  draft: DraftRow,
  { of }: StoredLiveDraft,
  now: Millis,
): LiveImageDraftSummary {
  const { conversationId, id, imageId, revision } = draft;
  const { token, expiresAt } = tokens.mint('live-preview', '', livePreviewScope(draft), now);
  const path = `${token}/${conversationId}/${id}`;
  return {
    draftId: id,
    conversationId,
    name: draft.name,
    revision,
    status: imageId === null ? 'draft' : 'saved',
    liveImageId: imageId ?? (of?.replaces === true ? of.imageId : null),
    // Chat clients cache a picture by its URL, so each revision has its own. The server ignores the parameter.
    previewUrl: `${baseUrl()}/v2/live-image-previews/${path}?revision=${revision}`,
    previewExpiresAt: showDatetime(expiresAt),
    date_created: showDatetime(draft.createdAt),
    date_updated: showDatetime(draft.updatedAt),
    expiresAt: showDatetime(draft.expiresAt),
  };
}

/** Opens a draft. It uses the current fonts and pictures of its account, a saved one the pinned ones. */
export async function openDraft(
  context: ServiceContext,
  draft: Pick<DraftRow, 'accountId' | 'imageId'>,
  stored: StoredLiveDraft,
  query: ReadonlyMap<string, string>,
  options: LiveOpeningOptions,
): Promise<OpenedLive> {
  const { accountId, imageId } = draft;
  const image = imageId === null ? null : await context.storage.images.get(accountId, imageId);
  const pinned = image?.live == null ? (stored.of?.resources ?? null) : readLive(image.live).resources;
  const { resources } = await findLiveResources(context, accountId, stored.design, pinned);
  return context.liveOpenings.openDesign(accountId, { ...stored, resources }, query, options);
}
