import { addAirports, addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let airports = '';
let products = '';
let view = '';

export const grid: PictureSet = {
  async arrange(server) {
    airports = await addAirports(server);
    products = await addProducts(server);
    const { vitrine, principal } = server;
    const format = { style: 'currency', currency: 'USD' } as const;
    await vitrine.stores.updateProperty(principal, products, 'price', { format });
    const filters = [{ field: 'available', op: 'eq', value: true }];
    const query = { filters, sortBy: 'price', sortDir: 'desc' as const };
    const named = { name: 'Dear and in stock', kind: 'records' as const, query };
    ({ id: view } = await vitrine.views.create(principal, products, named));
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
      name: 'grid-view',
      async show({ page, open }) {
        await open(`/stores/${products}?view=${view}`);
        await page.getByText('$356.48').first().waitFor();
        await page.getByRole('button', { name: 'Views: Dear and in stock' }).click();
        await page.getByRole('menu').waitFor();
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
