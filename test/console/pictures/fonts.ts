import { addFonts } from '../sample-fonts.ts';
import type { PictureSet } from './picture.ts';

export const fonts: PictureSet = {
  arrange: async (server) => {
    await addFonts(server);
  },
  pictures: [
    {
      name: 'fonts',
      async show({ page, open }) {
        await open('/fonts');
        await page.getByRole('article').first().waitFor();
      },
    },
    {
      name: 'fonts-open',
      async show({ page, open }) {
        await open('/fonts?font=1000&text=Summer+sale+07:45');
        await page.getByRole('img', { name: /^“Summer sale/ }).waitFor();
        await page.getByText(/^Searched:/).waitFor();
      },
    },
  ],
};
