import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { fontBytes } from './sample-fonts.ts';
import { addShop, type SampleShop } from './sample-shop.ts';
import { Walk } from './walk.ts';

let shop: SampleShop | undefined;
const { inBrowser } = consoleTests(async (server) => {
  shop = await addShop(server);
});

/** Writes the file of a font that is not built in. Returns its path. */
function writeFont(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-live-visit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'own.woff2');
  writeFileSync(path, fontBytes('playfair-display-latin-900-normal'));
  return path;
}

/** The most clicks and keys; docs/console.md has their numbers. What loads late may add a Tab to the way. */
const HANDS = [
  ['by few clicks and keys', 'pointer', { clicks: 29, keys: 24 }],
  ['by keys alone', 'keys', { clicks: 0, keys: 140 }],
] as const;

for (const [title, hand, counted] of HANDS)
  inBrowser(
    `from the menu of a store to the click of a saved live image, ${title}`,
    async ({ page, open, server, context, allowErrors }) => {
      // A very busy server refuses drawings, and half of a link is refused while it is typed.
      allowErrors(/status of (?:400|503)/);
      // The click that is tried leads to the shop.
      allowErrors(/^request: https:\/\/shop\.example\//);
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
      const values = page.getByRole('region', { name: 'Values that are shown' });
      const seeAs = page.getByRole('region', { name: 'See it as' });
      const walk = new Walk(page, hand);
      const choose = (label: string, value: string, within = page.locator('main')) =>
        walk.choose(within.getByLabel(label, { exact: true }), value);
      /** The same page is examined once. */
      const examine = () => (hand === 'pointer' ? expectAccessible(page) : Promise.resolve());

      await open('/stores');
      walk.begin('use the store in a live image');
      await walk.click(button('Actions for Products'));
      await walk.click(item('Use in a live image'));

      walk.begin('begin with the product card');
      await walk.click(page.getByRole('button', { name: 'Product card' }));
      await page.getByAltText('The live image as the server draws it now').waitFor();
      await values.getByText('Tote “Wave” in walnut leather').first().waitFor();
      await examine();

      walk.begin('an own font');
      const title = page.locator('.layer-list').getByRole('button', { name: 'Title', exact: true });
      await walk.clickOrFind(title, 'title', 'Layer: Title');
      await walk.add(button('Add a font'), writeFont());
      await expect
        .poll(() => page.getByLabel('Font', { exact: true }).locator('option:checked').textContent())
        .toMatch(/Playfair/);

      walk.begin('see it as three records, and one that is missing');
      await choose('See it as', 'record', seeAs);
      await walk.click(button('Next record'));
      await values.getByText('Brass lamp “Lido”').first().waitFor();
      await walk.click(button('Next record'));
      await values.getByText('$12.50').waitFor();
      await choose('See it as', 'none', seeAs);
      await values.getByText('New in our shop').waitFor();
      await values.getByText('Products has no such record').first().waitFor();

      walk.begin('a rule for what is sold out, with another picture and link');
      await walk.clickOrFind(button('Add a rule'), 'rule', 'Add a rule');
      await walk.click(button('Add a condition'));
      await walk.click(item('A value'));
      expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('product.stock');
      await choose('A picture in place of all layers', String(shop?.imageId));
      await walk.click(page.getByLabel('Another link', { exact: true }));
      await walk.type('https://shop.example/new');
      await choose('See it as', 'record', seeAs);
      await walk.click(button('Next record'));
      await values.getByText('Brass lamp').first().waitFor();
      await page.getByText('Matches now', { exact: true }).waitFor();
      await values.getByRole('link', { name: 'https://shop.example/new' }).waitFor();
      await walk.click(button('Previous record'));
      await page.getByText('Has no effect now').waitFor();

      walk.begin('a countdown to the date of the record');
      if (hand === 'pointer') await walk.click(button('Add a layer'));
      await walk.clickOrFind(item('Timer'), 'timer', 'Add a layer: Timer');
      await page.getByLabel('Counts down to').waitFor();
      expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe('{{ product.offer_ends }}');
      await examine();

      walk.begin('save');
      if (hand === 'keys') await walk.press('Control+s');
      else await walk.click(button('Save'));
      await page.waitForURL(/\/live-images\/\d+\?.*draft=/);

      await page.getByRole('region', { name: 'For the e-mail', exact: true }).waitFor();

      walk.begin('HTML for Mailchimp');
      if (hand === 'keys') await walk.find('e-mail', 'Go to: For the e-mail');
      await choose('Mail tool', 'mailchimp');
      await page.getByText('*|SKU|*').first().waitFor();
      await walk.click(button('Copy HTML'));
      const html = await page.evaluate('navigator.clipboard.readText()');
      expect(html).toMatch(
        /^<a href="[^"]*\/l\/[\w-]+\?sku=\*\|SKU\|\*"><img src="[^"]*\/i\/[\w-]+\?sku=\*\|SKU\|\*"/,
      );
      await examine();

      walk.begin('try the click');
      const tried = context.waitForEvent('request', (request) => request.url().includes('/l/'));
      await context.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await walk.click(page.getByRole('link', { name: 'Try the click' }));
      const response = await (await tried).response();
      expect([response?.status(), response?.headers().location]).toEqual([302, 'https://shop.example/p/A-1']);

      console.table([...walk.steps, walk.total()]);
      // The newest is the first.
      const { items } = await server.vitrine.liveImages.list(server.principal, {});
      const { design } = await server.vitrine.liveImages.get(server.principal, items[0]?.id ?? 0);
      expect(design).toMatchObject({
        rules: {
          Rule: {
            when: [{ field: 'product.stock', op: 'lte', value: 0 }],
            imageId: shop?.imageId,
            link: 'https://shop.example/new',
          },
        },
        layers: { Timer: { design: { target: { kind: 'value', value: '{{ product.offer_ends }}' } } } },
      });
      expect(design.layers.Title).toHaveProperty('fontId', expect.any(Number));
      const { clicks, keys } = walk.total();
      expect(clicks).toBeLessThanOrEqual(counted.clicks);
      expect(keys).toBeLessThanOrEqual(counted.keys);
    },
    { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.live-visit') },
  );
