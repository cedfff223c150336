import type { FontSummary } from '@vitrine/client';
import { sayHeldUploads } from '../../components/files/held-uploads.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import { createUploadsHook } from '../../uploads/uploads-hook.ts';

export const useFontUploads = createUploadsHook<FontSummary>({
  bytesMax: 10 * 1024 * 1024,
  tooLarge: fontsTexts.tooLarge,
  onHeld: sayHeldUploads,
  send: (client, file, _folder, options) => client.fonts.upload(file, options),
});
