import type { NewImage } from '@vitrine/core/storage';

/** An image with no more than every image has, for tests to which it matters little what is in it. */
export const NEW_IMAGE: NewImage = {
  accountId: 'a',
  publicId: 'p',
  type: 'static',
  name: 'n',
  folder: null,
  active: true,
  width: 1,
  height: 1,
  format: 'png',
  animated: false,
  bytes: 1,
  blob: null,
  timer: null,
  createdAt: 1,
  updatedAt: 1,
  uses: [],
};
