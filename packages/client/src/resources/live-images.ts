import type {
  CreateLiveImageDraftRequest,
  DraftLiveImageRequest,
  LiveDesignChanges,
  LiveImageDetail,
  LiveImageDraftResponse,
  LiveImageDraftSummary,
  LiveImageHtmlRequest,
  LiveImageHtmlResponse,
  LiveImageSummary,
  LiveLinksRequest,
  LiveLinksResponse,
  ResolveLiveImageRequest,
  ResolveLiveImageResponse,
  Routes,
  SaveLiveImageDraftRequest,
} from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';
import type { UpdateDraftOptions } from './timers.ts';

/** A draft, as `create` returns it, or its ids. */
export type LiveDraftRef = Pick<LiveImageDraftResponse, 'draftId' | 'conversationId'>;

/** The values of an opening in the query of a URL: variables, and `at`, `client` and `recordId`. */
export type LiveValues = Readonly<Record<string, string>>;

/** Drafts of live images: create one, look at its preview, change it until it is right, and save it. */
export interface LiveImageDrafts {
  /** The drafts of all conversations, newest first, also those that are saved. There are at most 100. */
  list(options?: CallOptions): Promise<readonly LiveImageDraftSummary[]>;
  create(draft?: CreateLiveImageDraftRequest, options?: CallOptions): Promise<LiveImageDraftResponse>;
  get(draft: LiveDraftRef, options?: CallOptions): Promise<LiveImageDraftResponse>;
  /** Changes the given members of the design; null restores a default, or removes a named part. */
  update(
    draft: LiveDraftRef,
    changes: LiveDesignChanges,
    options?: UpdateDraftOptions,
  ): Promise<LiveImageDraftResponse>;
  /** Returns the picture that the draft shows for some values. Those that are missing have their samples. */
  preview(
    draft: Pick<LiveImageDraftResponse, 'previewUrl'>,
    values?: LiveValues,
    options?: CallOptions,
  ): Promise<Blob>;
  /** Computes what the draft shows: the rule, each value with its origin, the records and the link. */
  resolve(
    draft: LiveDraftRef,
    opening?: ResolveLiveImageRequest,
    options?: CallOptions,
  ): Promise<ResolveLiveImageResponse>;
  /** Saves the draft as a live image. Saving it again returns the same one. */
  save(
    draft: LiveDraftRef,
    settings?: Omit<SaveLiveImageDraftRequest, 'conversationId'>,
    options?: CallOptions,
  ): Promise<LiveImageHtmlResponse>;
  delete(draft: LiveDraftRef, options?: CallOptions): Promise<void>;
}

/** Saved live images are images too: see `images`. */
export interface LiveImages {
  readonly drafts: LiveImageDrafts;
  /** The active live images, newest first. */
  list(request?: Routes['GET /v2/live-images']['query'], options?: CallOptions): Pages<LiveImageSummary>;
  get(id: number, options?: CallOptions): Promise<LiveImageDetail>;
  /** Drafts a new design of a saved live image. Saving the draft changes it under the same URL. */
  draft(id: number, settings?: DraftLiveImageRequest, options?: CallOptions): Promise<LiveImageDraftResponse>;
  /** Deletes the image, which can be restored. */
  delete(id: number, options?: CallOptions): Promise<void>;
  /** Computes what the live image shows for some values. */
  resolve(
    id: number,
    opening?: ResolveLiveImageRequest,
    options?: CallOptions,
  ): Promise<ResolveLiveImageResponse>;
  /** Returns the HTML with the merge tags of a mail tool. */
  html(id: number, settings?: LiveImageHtmlRequest, options?: CallOptions): Promise<LiveImageHtmlResponse>;
  /** Returns the URLs for up to 100 sets of values, signed for an image with signed access. */
  links(id: number, request: LiveLinksRequest, options?: CallOptions): Promise<LiveLinksResponse>;
}

const DRAFT = '/v2/live-image-drafts/{draftId}';

export function createLiveImages({ call, download, method, pages }: Methods): LiveImages {
  /** Returns the arguments of a route of a draft, which has a body or a query. */
  const of = (draft: LiveDraftRef, part: 'body' | 'query', more?: object) => ({
    params: draft,
    [part]: { ...more, conversationId: draft.conversationId },
  });
  return {
    drafts: {
      list: (options) => call('GET /v2/live-image-drafts', {}, options),
      create: (body = {}, options) => call('POST /v2/live-image-drafts', { body, repeat: 'key' }, options),
      get: (draft, options) => call(`GET ${DRAFT}`, of(draft, 'query'), options),
      update: (draft, changes, { revision, name, ...options } = {}) =>
        call(
          `PATCH ${DRAFT}`,
          { ...of(draft, 'body', { changes, revision, name }), repeat: revision ? 'no' : 'yes' },
          options,
        ),
      preview: ({ previewUrl }, values = {}, options) => {
        const query = new URLSearchParams(values).toString();
        return download(query === '' ? previewUrl : `${previewUrl}&${query}`, options);
      },
      resolve: (draft, opening = {}, options) =>
        call(`POST ${DRAFT}/resolve`, { ...of(draft, 'body', opening), repeat: 'yes' }, options),
      // Repeatable, because saving again returns the same live image.
      save: (draft, settings = {}, options) =>
        call(`POST ${DRAFT}/save`, { ...of(draft, 'body', settings), repeat: 'yes' }, options),
      delete: (draft, options) => call(`DELETE ${DRAFT}`, of(draft, 'query'), options),
    },
    list: pages('GET /v2/live-images'),
    get: method('GET /v2/live-images/{id}'),
    draft: method('POST /v2/live-images/{id}/draft'),
    delete: method('DELETE /v2/live-images/{id}'),
    resolve: method('POST /v2/live-images/{id}/resolve'),
    html: method('POST /v2/live-images/{id}/html'),
    links: method('POST /v2/live-images/{id}/links', 'yes'),
  };
}
