import { addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

const DAY_MS = 86_400_000;

export const keys: PictureSet = {
  async arrange(server) {
    const { vitrine, principal } = server;
    const storeId = await addProducts(server);
    const create = (name: string, more: object = {}) => vitrine.apiKeys.create(principal, { name, ...more });
    await create('Website');
    await create('Price import, every night', { storeId, addresses: ['192.0.2.0/24'] });
    await create('Claude on my laptop', { storeId, readOnly: true });
    await create('Agency, summer campaign', {
      readOnly: true,
      expiresAt: new Date(Date.now() + 20 * DAY_MS).toISOString(),
    });
  },
  pictures: [
    {
      name: 'keys',
      async show({ page, open }) {
        await open('/keys');
        await page.getByText('Claude on my laptop').waitFor();
      },
    },
    {
      name: 'keys-create',
      async show({ page, open }) {
        await open('/keys?new=1');
        await page.getByLabel('Name', { exact: true }).fill('Cursor');
      },
    },
    {
      name: 'keys-secret',
      async show({ page, open }) {
        await open('/keys?new=1');
        await page.getByLabel('Name', { exact: true }).fill('Cursor');
        await page.getByRole('button', { name: 'Create the key' }).click();
        await page.getByRole('heading', { name: 'The key “Cursor”' }).waitFor();
      },
    },
  ],
};
