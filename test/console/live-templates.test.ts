import { createClient } from '@vitrine/client';
import { TEMPLATES } from '../../packages/console/src/screens/live-images/templates/all-templates.ts';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, examineAccessibility } from './browser.ts';
import { addShop, type SampleShop } from './sample-shop.ts';
import { templateFiller } from './sample-templates.ts';

let shop: SampleShop | undefined;
const { inBrowser } = consoleTests(async (server) => {
  shop = await addShop(server);
});

/** By day the template whose small layers cross. */
const EXAMINED = TEMPLATES.filter(({ name }) => isNightly || name === 'nearest-shop');

// By day a phone, which shows all layers smaller.
for (const width of isNightly ? [360, 390, 1280, 3840] : [390])
  inBrowser(
    `axe finds no fault in the designer of each template, whichever layer is selected, at ${width} pixels`,
    async ({ page, open, server, allowErrors }) => {
      allowErrors(/status of 503/);
      const client = createClient({ url: server.url, key: server.key });
      const fill = await templateFiller(server, shop as SampleShop);
      for (const template of EXAMINED) {
        const { wide, narrow } = fill(template);
        for (const design of isNightly ? [wide, narrow] : [wide]) {
          const { draftId, conversationId } = await client.liveImages.drafts.create({ design });
          await open(`/live-images/new?draft=${draftId}&conversation=${conversationId}`);
          await page.getByAltText('The live image as the server draws it now').waitFor();
          await examineAccessibility(page);
          for (const name of Object.keys(design.layers ?? {})) {
            await page.locator('.layer-list').getByRole('button', { name, exact: true }).click();
            await page.getByRole('button', { name: `Move ${name}`, exact: true }).waitFor();
            await examineAccessibility(page);
          }
        }
      }
    },
    { width, height: 844, timeout: 900_000, ...verifies('console.live-start', 'console.live-layers') },
  );
