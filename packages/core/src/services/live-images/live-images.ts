import { parseContract } from '../../contracts/ground/contract.ts';
import {
  DraftLiveImageRequest,
  type LiveImageDraftResponse,
  LiveImageHtmlRequest,
  type LiveImageHtmlResponse,
  ResolveLiveImageRequest,
  type ResolveLiveImageResponse,
} from '../../contracts/live/live-drafts.ts';
import {
  ListLiveImagesQuery,
  type LiveImageDetail,
  type LiveImageSummary,
} from '../../contracts/live/live-images.ts';
import type { LiveLinksRequest, LiveLinksResponse } from '../../contracts/live/live-links.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { readLive, writeLiveDraft } from '../../live/design/stored-design.ts';
import type { OpenedLive } from '../../live/opening/opened-live.ts';
import type { DrawnLive } from '../../media/live-scene.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { fold } from '../../query/fold.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { newConversationId } from '../drafts/drafts.ts';
import { showImageSummary } from '../images/image-view.ts';
import { checkLive } from './drafts/live-draft-plan.ts';
import { showLiveHtml } from './drafts/live-draft-save.ts';
import { showLiveDraft } from './drafts/live-draft-view.ts';
import { liveDrafts } from './drafts/live-drafts.ts';
import { type LiveImageRow, requireLiveImage, startingFrom } from './drafts/live-image-row.ts';
import { makeLinks } from './live-links.ts';
import { drawOpened } from './openings/live-pictures.ts';
import { describeOpening, showResolved } from './openings/live-resolve.ts';
import { findGuessableKeys } from './sources/guessable-keys.ts';

/**
 * Saved live images: images of the type `live` (docs/rules.md#live-images). For account keys only. An image that is
 * unknown, foreign, or of another type throws `not_found`.
 */
export interface LiveImageService {
  /** The active live images, newest first. */
  list(
    principal: Principal,
    query?: ListLiveImagesQuery,
    options?: CallOptions,
  ): Promise<Page<LiveImageSummary>>;
  /** Also returns deleted ones. Its warnings name what the design uses and is gone. */
  get(principal: Principal, id: string | number): Promise<LiveImageDetail>;
  /** Deletes the image. Does nothing if it is deleted already. */
  delete(principal: Principal, id: string | number): Promise<void>;
  /** Makes a draft with the design of the live image. Saving it changes the live image under the same URL, or copies it. */
  draft(
    principal: Principal,
    id: string | number,
    request?: DraftLiveImageRequest,
    options?: CallOptions,
  ): Promise<LiveImageDraftResponse>;
  /** Computes what an opening shows, without drawing it. @throws ValidationError at `at`. */
  resolve(
    principal: Principal,
    id: string | number,
    request?: ResolveLiveImageRequest,
    options?: CallOptions,
  ): Promise<ResolveLiveImageResponse>;
  /**
   * Draws what an opening shows, in the format of the image. @throws ValidationError at `at`. @throws UnavailableError if too
   * many wait, or without `media`.
   */
  render(
    principal: Principal,
    id: string | number,
    opening?: ResolveLiveImageRequest,
    options?: CallOptions,
  ): Promise<DrawnLive>;
  /** Returns the HTML with the merge tags of a mail tool. */
  html(
    principal: Principal,
    id: string | number,
    request?: LiveImageHtmlRequest,
  ): Promise<LiveImageHtmlResponse>;
  /**
   * Returns the URLs for some values, signed for an image with signed access. @throws ValidationError at `links.…` and
   * `expiresAt`.
   */
  links(principal: Principal, id: string | number, request: LiveLinksRequest): Promise<LiveLinksResponse>;
}

export function liveImageService(context: ServiceContext): LiveImageService {
  const { storage, clock, closing, cursorSecrets: secrets, liveOpenings } = context;

  async function requireImage(principal: Principal, id: string | number): Promise<LiveImageRow> {
    requireAccountKey(principal);
    return requireLiveImage(context, principal, id);
  }

  function openImage(
    image: LiveImageRow,
    request: ResolveLiveImageRequest,
    signal: AbortSignal,
  ): Promise<OpenedLive> {
    const input = parseContract(ResolveLiveImageRequest, request);
    const { query, options } = describeOpening(readLive(image.live).design, input, clock(), signal);
    return liveOpenings.open(image, query, options);
  }

  const service: LiveImageService = {
    async list(principal, query = {}, options = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const { limit, cursor, q } = parseContract(ListLiveImagesQuery, query);
      const nameContains = q === undefined ? null : fold(q);
      const scope = [accountId, 'ListLiveImages', nameContains];
      const before = pageStart(secrets, scope, cursor);
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const page = { nameContains, type: 'live', active: true, before, limit } as const;
      const slice = await storage.images.list(accountId, page, options);
      const items = slice.rows.flatMap((image) =>
        image.live === null ? [] : [summarizeLive(context, { ...image, live: image.live })],
      );
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.id));
    },

    async get(principal, id) {
      const image = await requireImage(principal, id);
      const stored = readLive(image.live);
      const { accountId } = image;
      const { compiled, issues, missing } = await checkLive(context, accountId, stored, stored.resources);
      const gone = missing.filter(({ isPinned }) => isPinned);
      return {
        ...summarizeLive(context, image),
        design: stored.design,
        warnings: [
          ...issues.map(({ path, message }) => `design.${path}: ${message}`),
          ...gone.map(({ path, message }) => `design.${path}: ${message} The live image keeps what it has.`),
          ...(await findGuessableKeys(context, accountId, compiled)),
        ],
      };
    },

    async delete(principal, id) {
      const image = await requireImage(principal, id);
      if (!image.active) return;
      await storage.images.update(image.accountId, image.id, { active: false }, clock());
    },

    async draft(principal, id, request = {}, options = {}) {
      const image = await requireImage(principal, id);
      const { conversationId = newConversationId(), name = image.name } = parseContract(
        DraftLiveImageRequest,
        request,
      );
      const design = writeLiveDraft(startingFrom(image, true));
      const { accountId } = image;
      const drafts = liveDrafts(context);
      const { draft, shown } = await drafts.plan({ accountId, conversationId, name, design }, (row) =>
        showLiveDraft(context, row, options),
      );
      await drafts.insert(draft);
      return shown;
    },

    async resolve(principal, id, request = {}, { signal = closing } = {}) {
      const image = await requireImage(principal, id);
      return showResolved(context, image.accountId, await openImage(image, request, signal));
    },

    async render(principal, id, request = {}, { signal = closing } = {}) {
      const image = await requireImage(principal, id);
      const opened = await openImage(image, request, signal);
      return drawOpened(context, image.accountId, opened, { signal });
    },

    async html(principal, id, request = {}) {
      const image = await requireImage(principal, id);
      const { mergeTags } = parseContract(LiveImageHtmlRequest, request);
      return showLiveHtml(context, image, mergeTags);
    },

    async links(principal, id, request) {
      return makeLinks(context, await requireImage(principal, id), request);
    },
  };
  return guardWrites(service, {
    list: 'reads',
    get: 'reads',
    draft: 'writes',
    delete: 'writes',
    resolve: 'reads',
    render: 'reads',
    html: 'reads',
    links: 'reads',
  });
}

/** Returns a live image as lists show it. Mints the URL of the thumbnail, as for images. */
function summarizeLive(
  context: Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>,
  image: LiveImageRow,
): LiveImageSummary {
  const { id, name, status, folder, thumbnailUrl, thumbnailExpiresAt, ...rest } = showImageSummary(
    context,
    image,
  );
  const { design } = readLive(image.live);
  const { productionUrl, clickUrl, html } = showLiveHtml(context, image, undefined);
  return {
    ...{ id, name, status, folder },
    width: design.width,
    height: design.height,
    access: design.access,
    variables: Object.keys(design.variables),
    ...{ productionUrl, clickUrl, html, thumbnailUrl, thumbnailExpiresAt },
    date_created: rest.date_created,
    date_updated: rest.date_updated,
  };
}
