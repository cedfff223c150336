import type { ConsoleServer } from '../console-server.ts';
import { addShop } from '../sample-shop.ts';
import type { PictureSet } from './picture.ts';

/** The names of saved live images, with the texts that tell them apart. */
const SAVED = [
  ['Welcome', '#4a1d6e', '#b8325f', 'Hello {{ first_name }}'],
  ['Offer of the week', '#0f1f45', '#274a9c', 'Only until Sunday, {{ first_name }}'],
  ['Thank you', '#0b3b43', '#14786f', 'Thank you, {{ first_name }}'],
] as const;

async function arrange(server: ConsoleServer): Promise<void> {
  await addShop(server);
  const { vitrine, principal } = server;
  for (const [name, color, second, text] of SAVED) {
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      name,
      design: {
        background: { color, gradient: { color: second, angle: 120 } },
        variables: { first_name: { sample: 'Jana', default: 'friend' } },
        layers: {
          Text: {
            ...{ type: 'text', text, fontId: 12, size: 40, color: '#ffffff', align: 'center' },
            ...{ valign: 'middle', x: 30, y: 40, width: 540, height: 120 },
          },
        },
      },
    });
    await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
  }
}

export const liveImages: PictureSet = {
  arrange,
  pictures: [
    {
      name: 'live-start',
      async show({ page, open }) {
        await open('/live-images/start');
        await page.locator('.template-picture img').nth(10).waitFor({ timeout: 240_000 });
      },
    },
    {
      name: 'live-designer',
      async show({ page, open }) {
        await open('/live-images/start');
        await page.getByRole('button', { name: 'Product card' }).click();
        await page.getByAltText('The live image as the server draws it now').waitFor();
        await page.locator('.layer-list').getByRole('button', { name: 'Title', exact: true }).click();
        await page.locator('.values').waitFor();
        await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
      },
    },
    {
      name: 'live-images',
      async show({ page, open }) {
        await open('/live-images');
        await page.getByRole('article').nth(3).waitFor();
      },
    },
  ],
};
