import { IMAGE_FILE_MAX } from '@vitrine/core';
import { AddImageRequest, ImageDetail } from '@vitrine/core/contracts';
import { json } from '../response/reply.ts';
import { type KeyedRoute, route } from '../route.ts';

/** How pictures get in (docs/rules.md#image-files). */
export const imageAdministrationRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'AddImage',
    method: 'POST',
    path: '/admin/images',
    keys: ['account'],
    tag: 'Images',
    summary: 'Put a picture in',
    description:
      'Orientation is baked in and metadata taken off; what is served may differ from what was sent.',
    body: AddImageRequest,
    form: { fileMax: IMAGE_FILE_MAX, fileMaxName: '25 MB' },
    responses: {
      201: {
        description: 'The new image.',
        schema: ImageDetail,
        headers: { Location: 'The path of the image.' },
      },
    },
    handle: async ({ vitrine, principal, body, signal }) => {
      const image = await vitrine.images.add(principal, await body(), { signal });
      return json(image, 201, { Location: `/v2/images/${image.id}` });
    },
  }),
];
