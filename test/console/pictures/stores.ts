import { addAirports, addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

export const stores: PictureSet = {
  async arrange(server) {
    await addAirports(server);
    await addProducts(server);
  },
  pictures: [
    {
      name: 'stores',
      async show({ page, open }) {
        await open('/stores');
        await page.getByRole('heading', { name: 'Stores' }).waitFor();
      },
    },
  ],
};
