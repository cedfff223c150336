import { addAirports, addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let airports = '';
let products = '';

export const schema: PictureSet = {
  async arrange(server) {
    airports = await addAirports(server);
    products = await addProducts(server);
    const { vitrine, principal } = server;
    await vitrine.stores.update(principal, products, {
      description: 'What the shop sells',
      recordTtl: 90 * 86_400,
    });
    await vitrine.stores.updateProperty(principal, products, 'price', { description: 'In euros, with tax' });
  },
  pictures: [
    {
      name: 'schema',
      async show({ page, open }) {
        await open(`/stores/${products}/schema`);
        await page.getByText('42 of 48 records have a value').waitFor();
        // The values of the properties that are in sight are counted.
        const inSight = (page.viewportSize()?.width ?? 0) > 900 ? 5 : 3;
        await page
          .locator('.samples')
          .nth(inSight - 1)
          .waitFor();
      },
    },
    {
      name: 'schema-delete',
      async show({ page, open }) {
        await open(`/stores/${airports}/schema`);
        await page.getByRole('button', { name: 'Actions for latitude' }).click();
        await page.getByRole('menuitem', { name: 'Delete…' }).click();
        await page.getByText('This deletes 3,376 values for good.').waitFor();
      },
    },
  ],
};
