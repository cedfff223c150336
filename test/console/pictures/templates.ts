import { type Client, createClient, type LiveDesignChanges } from '@vitrine/client';
import { TEMPLATES } from '../../../packages/console/src/screens/live-images/templates/all-templates.ts';
import {
  type Filling,
  fillTemplate,
} from '../../../packages/console/src/screens/live-images/templates/fill-template.ts';
import { proposeProperties } from '../../../packages/console/src/screens/live-images/templates/slots.ts';
import { addShop } from '../sample-shop.ts';
import type { PictureSet } from './picture.ts';

/** Three days before the offer of the product ends. */
const OPENED = '2027-11-27T17:18:16Z';
/** Templates that show a product or a shop. The others have the values of the URL. */
const OF_DATA = ['product-card', 'price-with-stock', 'countdown', 'back-in-stock', 'nearest-shop'];

let sheet = '';

/** Creates a draft of a template. Returns the element with its picture. */
async function drawn(client: Client, design: LiveDesignChanges, name: string): Promise<string> {
  // Without motion, so that each run takes the same picture.
  const { previewUrl } = await client.liveImages.drafts.create({
    name,
    design: { ...design, format: 'png' },
  });
  const { width, height } = design;
  return `<img src="${previewUrl}&at=${OPENED}" alt="${name}" width="${width}" height="${height}">`;
}

export const templates: PictureSet = {
  async arrange(server) {
    const { vitrine, principal } = server;
    const client = createClient({ url: server.url, key: server.key });
    const { storeId, mapId } = await addShop(server);
    const store = await vitrine.stores.get(principal, storeId);
    const place = { currency: 'EUR', locale: 'en', timeZone: 'UTC', imageId: null, timer: null };
    const url: Filling = { ...place, store: null, properties: {}, record: null, map: null };
    const data: Filling = {
      ...{ ...place, store, properties: proposeProperties(store.properties), record: { sku: 'A-1' } },
      map: { id: mapId, unit: 'km', near: '10001, USA' },
    };
    const rows = [];
    for (const { name, wide, narrow } of TEMPLATES) {
      const filling = OF_DATA.includes(name) ? data : url;
      const pictures = [];
      for (const template of [wide, narrow])
        pictures.push(await drawn(client, fillTemplate(template, filling), name));
      rows.push(`<div>${pictures.join('')}</div>`);
    }
    sheet = `<!doctype html><style>
      body { columns: 2; column-gap: 40px; width: max-content; margin: 0; padding: 40px; background: #f1f3f7 }
      div { display: flex; gap: 24px; align-items: center; margin-bottom: 24px; break-inside: avoid }
      @media (prefers-color-scheme: dark) { body { background: #16181d } }
    </style>${rows.join('')}`;
  },
  pictures: [
    {
      name: 'templates',
      isSheet: true,
      async show({ page }) {
        await page.setContent(sheet);
      },
    },
  ],
};
