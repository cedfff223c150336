import {
  CursorPageOfLiveImageSummary,
  DraftLiveImageRequest,
  ListLiveImagesQuery,
  LiveImageDetail,
  LiveImageDraftResponse,
  LiveImageHtmlRequest,
  LiveImageHtmlResponse,
  LiveLinksRequest,
  LiveLinksResponse,
  ResolveLiveImageRequest,
  ResolveLiveImageResponse,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account'] as const;
const params = { id: 'The id of the live image, which is the id of its image.' };
const noImage = { description: 'No such live image.' };

/** Saved live images (docs/rules.md#live-images). Their pictures are served like those of other images. */
export const liveImageRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListLiveImages',
    method: 'GET',
    path: '/v2/live-images',
    keys,
    tag,
    summary: 'List the saved live images',
    description: 'Newest first, without deleted ones.',
    query: ListLiveImagesQuery,
    responses: { 200: { description: 'A page of live images.', schema: CursorPageOfLiveImageSummary } },
    handle: async ({ vitrine, principal, query, signal }) =>
      json(await vitrine.liveImages.list(principal, query(), { signal })),
  }),
  route({
    operation: 'GetLiveImage',
    method: 'GET',
    path: '/v2/live-images/:id',
    keys,
    tag,
    summary: 'Read a saved live image with its design',
    params,
    responses: { 200: { description: 'The live image.', schema: LiveImageDetail }, 404: noImage },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.liveImages.get(principal, param('id'))),
  }),
  route({
    operation: 'DeleteLiveImage',
    audit: 'image.deleted',
    method: 'DELETE',
    path: '/v2/live-images/:id',
    keys,
    tag,
    summary: "Delete a saved live image's image",
    description:
      'The same as deleting the image, which can be restored. A live image that is deleted already is 204.',
    params,
    responses: { 204: { description: 'Deleted.' }, 404: noImage },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.liveImages.delete(principal, param('id'));
      return noContent();
    },
  }),
  route({
    operation: 'DraftLiveImage',
    method: 'POST',
    path: '/v2/live-images/:id/draft',
    keys,
    tag,
    summary: 'Draft a new design of a saved live image',
    description:
      'Change the draft as any other. Saving it changes the live image under the same URL; with `as: "copy"` it makes a ' +
      'new one.',
    params,
    body: DraftLiveImageRequest,
    responses: { 200: { description: 'The draft.', schema: LiveImageDraftResponse }, 404: noImage },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.liveImages.draft(principal, param('id'), await body(), { signal })),
  }),
  route({
    operation: 'ResolveLiveImage',
    method: 'POST',
    path: '/v2/live-images/:id/resolve',
    keys,
    tag,
    summary: 'Compute what a live image shows',
    description:
      'Says why: the rule that matches, each value with its origin, and the record of each source. Draws nothing.',
    params,
    body: ResolveLiveImageRequest,
    responses: { 200: { description: 'What is shown.', schema: ResolveLiveImageResponse }, 404: noImage },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.liveImages.resolve(principal, param('id'), await body(), { signal })),
  }),
  route({
    operation: 'GetLiveImageHtml',
    method: 'POST',
    path: '/v2/live-images/:id/html',
    keys,
    tag,
    summary: 'Return the HTML of a live image for a mail tool',
    description: 'The linked img tag, with the merge tags that the mail tool fills in.',
    params,
    body: LiveImageHtmlRequest,
    responses: { 200: { description: 'The HTML.', schema: LiveImageHtmlResponse }, 404: noImage },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.liveImages.html(principal, param('id'), await body())),
  }),
  route({
    operation: 'MakeLiveImageLinks',
    method: 'POST',
    path: '/v2/live-images/:id/links',
    keys,
    tag,
    summary: 'Return the URLs of a live image for some values',
    description:
      'Signed for an image with the access `signed`, whose URLs are made before the send. At most 100 at once; the member ' +
      '`liveLinks` of the export of records makes them for a whole list.',
    params,
    body: LiveLinksRequest,
    isSafe: true,
    requiresBody: true,
    responses: { 200: { description: 'The URLs.', schema: LiveLinksResponse }, 404: noImage },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.liveImages.links(principal, param('id'), await body())),
  }),
];
