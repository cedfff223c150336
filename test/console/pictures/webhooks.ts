import { startReceiver } from '../../e2e/webhook-receiver.ts';
import { addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let webhookId = '';

export const webhooks: PictureSet = {
  async arrange(server) {
    const { vitrine, principal } = server;
    const products = await addProducts(server);
    const receiver = await startReceiver();
    const delivered = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.end('{"indexed": true}');
      if (receiver.received.length === 3) delivered.resolve();
    };
    const { id } = await vitrine.webhooks.create(principal, {
      url: receiver.url,
      events: ['record.*', 'records.imported'],
      storeIds: [products],
      payload: 'full',
      description: 'Keeps the search of the shop in step',
    });
    webhookId = id;
    for (const sku of ['SKU-0001', 'SKU-0002', 'SKU-0003']) {
      await vitrine.records.patch(principal, products, sku, { price: 12 });
    }
    await delivered.promise;
    await receiver.close();
    await vitrine.webhooks.update(principal, id, { url: 'https://search.shop.example/vitrine' });
  },
  pictures: [
    {
      name: 'webhook',
      async show({ page, open }) {
        await open(`/webhooks/${webhookId}`);
        await page.locator('.delivery summary').first().click();
      },
    },
    {
      name: 'webhook-create',
      async show({ page, open }) {
        await open('/webhooks?new=1');
        await page.getByLabel('Address').fill('https://search.shop.example/vitrine');
      },
    },
  ],
};
