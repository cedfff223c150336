import { createClient, defineStore } from '@vitrine/client';
import { expect, test } from 'vitest';

const Prices = defineStore({ name: 'Prices', properties: { price: 'number' } });
const ID = 'abcdefghijklmnop';

test('a store that the client has returned names its store in every call that takes one', async () => {
  const requests: string[] = [];
  const client = createClient({
    url: 'http://vitrine.test',
    async fetch(url, { method }) {
      requests.push(`${method} ${new URL(url).pathname}`);
      return Response.json({ id: ID, items: [{ id: ID, name: 'Prices' }], limit: 100, status: 'DELETED' });
    },
  });
  const prices = client.store(Prices);
  await client.stores.update(prices, { description: 'changed' });
  await client.stores.properties.delete(prices, 'price');
  await client.stores.delete(prices);
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([
    `PATCH /v2/stores/${ID}`,
    `DELETE /v2/stores/${ID}/properties/price`,
    `DELETE /v2/stores/${ID}`,
  ]);
});
