import { addAirports, addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let airports = '';
let products = '';

export const grid: PictureSet = {
  async arrange(server) {
    airports = await addAirports(server);
    products = await addProducts(server);
  },
  pictures: [
    {
      name: 'grid',
      async show({ page, open }) {
        await open(`/stores/${airports}`);
        await page.getByText('Thigpen').first().waitFor();
      },
    },
    {
      name: 'grid-filter',
      async show({ page, open }) {
        const filter = encodeURIComponent('[["state","eq","TX"],["latitude","gt",30]]');
        await open(`/stores/${airports}?filter=${filter}&sort=latitude`);
        await page.getByText(/^\d+ of 3,376 records$/).waitFor();
      },
    },
    {
      name: 'grid-record',
      async show({ page, open }) {
        await open(`/stores/${products}?record=SKU-0002`);
        await page.getByRole('complementary', { name: 'Record' }).getByText('SKU-0002').first().waitFor();
      },
    },
  ],
};
