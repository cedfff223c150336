import { addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let products = '';

export const history: PictureSet = {
  async arrange(server) {
    products = await addProducts(server, { history: 'P30D' });
    const call = (path: string, method: string, body: object) =>
      fetch(`${server.url}/v2/stores/${products}/${path}`, {
        method,
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await call('records/SKU-0003', 'PATCH', { price: 31.5 });
    await call('records/SKU-0003', 'PATCH', { title: 'Linen chair, blue', available: true });
    await call('records/batch-delete', 'POST', { ids: ['SKU-0010', 'SKU-0011', 'SKU-0012', 'SKU-0013'] });
  },
  pictures: [
    {
      name: 'history',
      async show({ page, open }) {
        await open(`/stores/${products}?record=SKU-0003`);
        await page.getByRole('tab', { name: 'History' }).click();
        await page.getByText('Back to this').first().waitFor();
      },
    },
    {
      name: 'deleted',
      async show({ page, open }) {
        await open(`/stores/${products}/deleted`);
        await page.getByRole('checkbox', { name: 'Select SKU-0012' }).check();
        await page.locator('summary').nth(1).click();
      },
    },
  ],
};
