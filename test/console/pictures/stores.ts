import { addAirports, addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

export const firstStart: PictureSet = {
  pictures: [
    {
      name: 'first-start',
      async show({ page, open }) {
        await open('/stores');
        await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
      },
    },
  ],
};

export const stores: PictureSet = {
  async arrange(server) {
    await addAirports(server);
    await addProducts(server);
    for (const name of [
      'Guests',
      'Newsletter subscribers',
      'Price list of the spring collection in Europe',
    ]) {
      const properties = [{ name: 'email', type: 'string' as const, unique: true }];
      await server.vitrine.stores.create(server.principal, { name, properties });
    }
  },
  pictures: [
    {
      name: 'stores',
      async show({ page, open }) {
        await open('/stores');
        await page.getByText('3,376 records').waitFor();
      },
    },
    {
      name: 'stores-create',
      async show({ page, open }) {
        await open('/stores?new=1');
        await page.getByRole('dialog').waitFor();
      },
    },
  ],
};
