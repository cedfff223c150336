import { expect } from 'vitest';
import { consoleTests, expectAccessible } from './browser.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const ARABIC = 'مرحبا بالعالم';
const FAMILY = '👨‍👩‍👧‍👦';
const LONG = 'x'.repeat(10_000);
const ID = 'a/b?c#d %';

let storeId = '';
const { inBrowser } = consoleTests(async ({ vitrine, principal }) => {
  const store = await vitrine.stores.create(principal, {
    name: `${MARKUP} ${ARABIC} ${FAMILY}`,
    properties: [
      { name: 'key', type: 'string', unique: true },
      { name: MARKUP, type: 'string' },
      { name: ARABIC, type: 'string' },
      { name: 'long', type: 'string' },
    ],
  });
  storeId = store.id;
  await vitrine.records.batchUpsert(principal, storeId, {
    records: [
      { key: ID, [MARKUP]: `${MARKUP}<script>alert(1)</script>`, [ARABIC]: `${ARABIC} 12 ab`, long: LONG },
      { key: 'b', [MARKUP]: 'one\nline, two\ttabs', [ARABIC]: FAMILY.repeat(40), long: LONG },
    ],
  });
});

for (const width of [1280, 390]) {
  inBrowser(
    `markup, right-to-left text, emoji and 10,000 characters stay text at ${width} pixels`,
    async ({ page, open, allowErrors }) => {
      allowErrors(/status of 404/);
      await open(`/stores/${storeId}?sort=key`);
      await page.getByRole('gridcell', { name: ID }).waitFor();
      expect(await page.locator('h1').textContent()).toBe(`${MARKUP} ${ARABIC} ${FAMILY}`);
      await page.getByRole('button', { name: 'Open row 1', exact: true }).click();
      const panel = page.getByRole('complementary', { name: 'Record' });
      await expect.poll(() => panel.getByLabel(/^long/).inputValue()).toBe(LONG);
      expect(await panel.getByLabel(new RegExp(`^${ARABIC}`)).inputValue()).toBe(`${ARABIC} 12 ab`);
      await expectAccessible(page);
      // The long text does not push what is below it away.
      const box = await panel.getByLabel(/^long/).boundingBox();
      expect(box?.height).toBeLessThan(400);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await page.locator('img[src=x], script:not([src])').count()).toBe(0);
      await page.reload();
      await expect.poll(() => panel.getByLabel(/^key/).inputValue()).toBe(ID);
      await panel.getByRole('tab', { name: 'JSON' }).click();
      expect(await panel.locator('pre').textContent()).toContain(MARKUP);
      await page.goto(page.url().replace(/record=[^&#]*/, 'record=nothing'));
      await panel.getByText('No such record').waitFor();
      await panel.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('gridcell', { name: ID }).waitFor();
    },
    { width },
  );
}
