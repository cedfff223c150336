import { IMAGE_FILE_MAX } from '@vitrine/core';
import { AddImageRequest, ImageDetail } from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

/** Adding pictures (docs/rules.md#image-files). */
export const imageAdministrationRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'AddImage',
    isIdempotent: true,
    method: 'POST',
    path: '/admin/images',
    keys: ['account'],
    tag: 'Images',
    summary: 'Add an image',
    description:
      'The orientation is applied to the pixels and metadata is removed, so that the served file may differ from the upload.',
    body: AddImageRequest,
    form: { fileMax: IMAGE_FILE_MAX, fileMaxName: '25 MB' },
    responses: {
      201: {
        description: 'The new image.',
        schema: ImageDetail,
        headers: { Location: 'The path of the image.' },
      },
    },
    handle: async ({ vitrine, principal, body, signal, once }) => {
      const image = await vitrine.images.add(principal, await body(), { ...once, signal });
      return json(image, 201, { Location: `/v2/images/${image.id}` });
    },
  }),
];
