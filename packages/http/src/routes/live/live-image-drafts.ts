import {
  CreateLiveImageDraftRequest,
  LiveImageDraftList,
  LiveImageDraftQuery,
  LiveImageDraftResponse,
  LiveImageHtmlResponse,
  LiveImagePreviewQuery,
  ResolveLiveImageDraftRequest,
  ResolveLiveImageResponse,
  SaveLiveImageDraftRequest,
  UpdateLiveImageDraftRequest,
} from '@vitrine/core/contracts';
import { type ApiRoute, route, tokenRoute } from '../../call/route.ts';
import { liveQuery } from '../../request/open-options.ts';
import { livePicture } from '../../response/live-picture.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account'] as const;
const params = { draftId: 'The id of the draft.' };
const noDraft = { description: 'No such draft in this conversation.' };
const shown = { description: 'The current draft.', schema: LiveImageDraftResponse };

/** Drafts of live images (docs/rules.md#drafts-of-live-images). */
export const liveImageDraftRoutes: readonly ApiRoute[] = [
  route({
    operation: 'ListLiveImageDrafts',
    method: 'GET',
    path: '/v2/live-image-drafts',
    keys,
    tag,
    summary: 'List the drafts of live images',
    description:
      'The drafts of all conversations, newest first, also those that are saved. There are at most 100.',
    responses: { 200: { description: 'All drafts.', schema: LiveImageDraftList } },
    handle: async ({ vitrine, principal }) => json(await vitrine.liveImageDrafts.list(principal)),
  }),
  route({
    operation: 'CreateLiveImageDraft',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/live-image-drafts',
    keys,
    tag,
    summary: 'Draft a live image',
    description:
      'Every member of the design is optional; the response contains the complete design. Check `previewUrl` and ' +
      '`warnings`, change the draft until it is right, then save it. It lives as long as the draft of a timer.',
    body: CreateLiveImageDraftRequest,
    requiresBody: true,
    responses: { 200: shown, 404: { description: 'No live image has the id `from`.' } },
    handle: async ({ vitrine, principal, body, signal, once }) =>
      json(await vitrine.liveImageDrafts.create(principal, await body(), { ...once, signal })),
  }),
  route({
    operation: 'GetLiveImageDraft',
    method: 'GET',
    path: '/v2/live-image-drafts/:draftId',
    keys,
    tag,
    summary: 'Read the draft of a live image',
    params,
    query: LiveImageDraftQuery,
    responses: { 200: shown, 404: noDraft },
    handle: async ({ vitrine, principal, param, query, signal }) =>
      json(await vitrine.liveImageDrafts.get(principal, param('draftId'), query(), { signal })),
  }),
  route({
    operation: 'UpdateLiveImageDraft',
    method: 'PATCH',
    path: '/v2/live-image-drafts/:draftId',
    keys,
    tag,
    summary: 'Change the design of a draft of a live image',
    description:
      '`changes` is a merge patch of the design: null restores a default, and removes a variable, a source, a layer or a ' +
      'rule. With `revision`, the request is refused if the draft has changed since. A saved draft is read-only.',
    params,
    body: UpdateLiveImageDraftRequest,
    requiresBody: true,
    responses: { 200: shown, 404: noDraft },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.liveImageDrafts.update(principal, param('draftId'), await body(), { signal })),
  }),
  route({
    operation: 'DeleteLiveImageDraft',
    method: 'DELETE',
    path: '/v2/live-image-drafts/:draftId',
    keys,
    tag,
    summary: 'Delete the draft of a live image',
    description: 'A live image that was saved from the draft stays.',
    params,
    query: LiveImageDraftQuery,
    responses: { 204: { description: 'Deleted.' }, 404: noDraft },
    handle: async ({ vitrine, principal, param, query }) => {
      await vitrine.liveImageDrafts.delete(principal, param('draftId'), query());
      return noContent();
    },
  }),
  route({
    operation: 'ResolveLiveImageDraft',
    method: 'POST',
    path: '/v2/live-image-drafts/:draftId/resolve',
    keys,
    tag,
    summary: 'Compute what a draft of a live image shows',
    description:
      'Says why: the rule that matches, each value with its origin, and the record of each source. Draws nothing.',
    params,
    body: ResolveLiveImageDraftRequest,
    requiresBody: true,
    responses: { 200: { description: 'What is shown.', schema: ResolveLiveImageResponse }, 404: noDraft },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.liveImageDrafts.resolve(principal, param('draftId'), await body(), { signal })),
  }),
  route({
    operation: 'SaveLiveImageDraft',
    method: 'POST',
    path: '/v2/live-image-drafts/:draftId/save',
    keys,
    tag,
    summary: 'Save a draft as a live image',
    description:
      'The live image keeps its fonts and pictures even if they are deleted. Saving again returns the same result.',
    params,
    body: SaveLiveImageDraftRequest,
    requiresBody: true,
    responses: { 200: { description: 'The live image.', schema: LiveImageHtmlResponse }, 404: noDraft },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.liveImageDrafts.save(principal, param('draftId'), await body(), { signal })),
  }),
  tokenRoute({
    operation: 'GetLiveImagePreview',
    method: 'GET',
    path: '/v2/live-image-previews/:token/:conversationId/:draftId',
    tag,
    summary: 'Show a preview of a draft of a live image',
    description:
      'The draft contains the URL. It needs no key, shows the current state of the draft and expires after 15 to 20 ' +
      'minutes. The variables are query parameters; those that are missing have their samples.',
    params: {
      token: 'Signed and short-lived.',
      conversationId: 'The conversation of the draft.',
      draftId: params.draftId,
    },
    query: LiveImagePreviewQuery,
    responses: {
      200: { description: 'The picture.', contentTypes: ['image/png', 'image/jpeg', 'image/gif'] },
      404: { description: 'The URL is expired or invalid, or the draft does not exist any more.' },
    },
    handle: async (call) => {
      const { vitrine, param } = call;
      const preview = await vitrine.liveImageDrafts.preview(
        param('token'),
        param('conversationId'),
        param('draftId'),
      );
      return livePicture(await preview.render(liveQuery(call.search), call));
    },
  }),
];
