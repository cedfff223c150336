import type { FontSummary } from '@vitrine/client';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import { createUploadsHook } from '../../uploads/uploads-hook.ts';

export const useFontUploads = createUploadsHook<FontSummary>({
  bytesMax: 10 * 1024 * 1024,
  tooLarge: fontsTexts.tooLarge,
  send: (client, file, _folder, options) => client.fonts.upload(file, options),
});
