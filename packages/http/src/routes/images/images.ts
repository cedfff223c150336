import {
  CursorPageOfImageSummary,
  ImageDetail,
  ImageTypesList,
  ListImagesQuery,
  LookupImageByUrlRequest,
  MoveImageRequest,
  RenameImageRequest,
} from '@vitrine/core/contracts';
import { type ApiRoute, route, tokenRoute } from '../../call/route.ts';
import { json, noContent, signedPicture } from '../../response/reply.ts';

const tag = 'Images';
const keys = ['account'] as const;
const params = { id: 'The id of the image, an int32.' };
const noImage = { description: 'No such image.' };
const detail = { description: 'The image.', schema: ImageDetail };

export const imageRoutes: readonly ApiRoute[] = [
  route({
    operation: 'ListImageTypes',
    method: 'GET',
    path: '/v2/image-types',
    keys,
    tag,
    summary: 'List the values for `type` of ListImages',
    responses: { 200: { description: 'The types that an image can have.', schema: ImageTypesList } },
    handle: ({ vitrine, principal }) => json(vitrine.images.types(principal)),
  }),
  tokenRoute({
    operation: 'GetImageThumbnail',
    method: 'GET',
    path: '/v2/image-thumbnails/:token/:imageId',
    tag,
    summary: 'Show a thumbnail',
    description:
      'Lists and details contain the complete URL. It needs no key and expires after 15 to 20 minutes.',
    params: { token: 'Signed and short-lived.', imageId: params.id },
    responses: {
      200: { description: 'The picture inside 320×320.', contentTypes: ['image/webp'] },
      404: { description: 'The URL is expired or invalid.' },
    },
    handle: async (call) =>
      signedPicture(call, await call.vitrine.thumbnails.open(call.param('token'), call.param('imageId'))),
  }),
  route({
    operation: 'ListImages',
    method: 'GET',
    path: '/v2/images',
    keys,
    tag,
    summary: 'List images, newest first',
    query: ListImagesQuery,
    responses: { 200: { description: 'A page of images.', schema: CursorPageOfImageSummary } },
    handle: async ({ vitrine, principal, query, signal }) =>
      json(await vitrine.images.list(principal, query(), { signal })),
  }),
  route({
    operation: 'GetImage',
    method: 'GET',
    path: '/v2/images/:id',
    keys,
    tag,
    summary: 'Read an image and its rendered URL',
    description: 'Also returns deleted images, with `active: false`.',
    params,
    responses: { 200: detail, 404: noImage },
    handle: async ({ vitrine, principal, param }) => json(await vitrine.images.get(principal, param('id'))),
  }),
  route({
    operation: 'DeleteImage',
    audit: 'image.deleted',
    method: 'DELETE',
    path: '/v2/images/:id',
    keys,
    tag,
    summary: 'Delete an image; it can be restored',
    params,
    responses: { 204: { description: 'Deleted, or deleted before.' }, 404: noImage },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.images.delete(principal, param('id'));
      return noContent();
    },
  }),
  route({
    operation: 'RenameImage',
    method: 'PATCH',
    path: '/v2/images/:id',
    keys,
    tag,
    summary: 'Rename an image',
    params,
    body: RenameImageRequest,
    requiresBody: true,
    responses: { 204: { description: 'Renamed.' }, 404: noImage },
    handle: async ({ vitrine, principal, param, body }) => {
      await vitrine.images.rename(principal, param('id'), await body());
      return noContent();
    },
  }),
  route({
    operation: 'MoveImage',
    method: 'POST',
    path: '/v2/images/:id/move',
    keys,
    tag: 'Extensions',
    summary: 'Move an image to another folder',
    params,
    body: MoveImageRequest,
    requiresBody: true,
    responses: { 204: { description: 'Moved.' }, 404: noImage },
    handle: async ({ vitrine, principal, param, body }) => {
      await vitrine.images.move(principal, param('id'), await body());
      return noContent();
    },
  }),
  route({
    operation: 'RestoreImage',
    method: 'POST',
    path: '/v2/images/:id/restore',
    keys,
    tag,
    summary: 'Restore a deleted image, into the root folder',
    params,
    responses: { 204: { description: 'Restored, or it was not deleted.' }, 404: noImage },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.images.restore(principal, param('id'));
      return noContent();
    },
  }),
  route({
    operation: 'LookupImageByUrl',
    method: 'POST',
    isSafe: true,
    path: '/v2/images/lookup',
    keys,
    tag,
    summary: 'Find an image by its production URL',
    description:
      'Also accepts the URL as it appears in a received e-mail: after the `#` of a mail proxy, with `&amp;`, without its ' +
      'scheme. Finds deleted images too.',
    body: LookupImageByUrlRequest,
    requiresBody: true,
    responses: { 200: detail, 404: { description: 'No image of the account has this URL.' } },
    handle: async ({ vitrine, principal, body }) =>
      json(await vitrine.images.lookup(principal, await body())),
  }),
];
