import type { NewImage } from '@vitrine/core/storage';

/** A minimal image, for tests in which its content does not matter. */
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
  live: null,
  createdAt: 1,
  updatedAt: 1,
  uses: [],
};
