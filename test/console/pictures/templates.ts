import { type Client, createClient, type LiveDesignChanges } from '@vitrine/client';
import { TEMPLATES } from '../../../packages/console/src/screens/live-images/templates/all-templates.ts';
import { addShop } from '../sample-shop.ts';
import { templateFiller } from '../sample-templates.ts';
import type { PictureSet } from './picture.ts';

/** Three days before the offer of the product ends. */
const OPENED = '2027-11-27T17:18:16Z';
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
    const client = createClient({ url: server.url, key: server.key });
    const fill = await templateFiller(server, await addShop(server));
    const rows = [];
    for (const template of TEMPLATES) {
      const pictures = [];
      for (const design of Object.values(fill(template)))
        pictures.push(await drawn(client, design, template.name));
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
