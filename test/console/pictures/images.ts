import { addImages, addTimerWithBackground } from '../sample-images.ts';
import type { PictureSet } from './picture.ts';

export const images: PictureSet = {
  async arrange(server) {
    const ids = await addImages(server);
    const evening = ids.get('Evening sky') ?? 0;
    await addTimerWithBackground(server, 'Summer opening', evening, 'Timer backgrounds');
  },
  pictures: [
    {
      name: 'images',
      async show({ page, open }) {
        await open('/images');
        await page.getByRole('listbox').getByRole('option').nth(9).waitFor();
      },
    },
    {
      name: 'images-open',
      async show({ page, open }) {
        await open('/images?folder=Timer+backgrounds');
        await page.getByRole('option', { name: 'Evening sky' }).click();
        await page.getByRole('link', { name: 'Summer opening' }).waitFor();
      },
    },
  ],
};
