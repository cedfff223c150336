import type { ImageDetail } from '@vitrine/client';
import { sayHeldUploads } from '../../../components/files/held-uploads.ts';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { imagesTexts } from '../../../texts/en/images/images.ts';
import { createUploadsHook } from '../../../uploads/uploads-hook.ts';

/** Sends pictures to a folder; `''` is the root folder. */
export const useImageUploads = createUploadsHook<ImageDetail>({
  bytesMax: 25 * 1024 * 1024,
  tooLarge: imagesTexts.tooLarge,
  onHeld: sayHeldUploads,
  onEmpty: (done) => showToast(imagesTexts.added(formatNumber(done), done === 1)),
  send: (client, file, folder, options) =>
    client.images.add(file, folder === '' ? options : { ...options, folder }),
});
