import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { cell, keptIn } from './cell.ts';
import { holdRequests } from './hold-requests.ts';
import { addProducts } from './sample-data.ts';

// A word that is being typed is typed to its end, whatever arrives in the middle of it.

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
});

const record = (id: string) => server().vitrine.records.get(server().principal, products, id);

/** Holds what `holdRequests` holds. After the release, what follows from the responses has happened. */
async function hold(...what: Parameters<typeof holdRequests>) {
  const [page] = what;
  const { asked, release } = await holdRequests(...what);
  return {
    asked,
    release: async () => {
      release();
      await page.waitForTimeout(800);
    },
  };
}

async function begin(page: Page, row: number, column: number, text: string): Promise<void> {
  await cell(page, row, column).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

inBrowser(
  'a bulk edit that is taken back, a search that takes effect and Back leave the open editor as it is',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    for (const row of ['1', '2']) await page.getByLabel(`Select row ${row}`, { exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').selectOption('price');
    await dialog.getByLabel('New value').fill('5');
    await dialog.getByRole('button', { name: /^Change/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await cell(page, 2, 1).waitFor();
    const { asked, release } = await hold(page, 'PATCH', /\/records\//);
    await page.getByRole('button', { name: 'Undo' }).click();
    await asked;
    await begin(page, 2, 1, 'Half and');
    await release();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0003')).title).toBe('Half and whole');
    await page.unrouteAll();

    await cell(page, 3, 1).waitFor();
    await page.getByLabel(/^Search/).click();
    await page.keyboard.type('SKU');
    await begin(page, 3, 1, 'Searched and');
    await expect.poll(() => page.url()).toContain('q=SKU');
    await page.waitForTimeout(500);
    await page.keyboard.type(' found');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0004')).title).toBe('Searched and found');

    await cell(page, 4, 1).waitFor();
    await begin(page, 4, 1, 'There and');
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain('q=SKU');
    await page.waitForTimeout(500);
    await page.keyboard.type(' back');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0005')).title).toBe('There and back');
  },
  verifies('console.typed'),
);

inBrowser(
  'what is typed into a new record while it is added goes on in the record, and begins no other one',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 0).waitFor();
    await page.getByRole('button', { name: 'New record' }).first().click();
    const panel = page.getByRole('complementary');
    await panel.getByLabel(/^sku/).fill('ZZ-1');
    await panel.getByLabel(/^title/).click();
    await page.keyboard.type('Half');
    const { asked, release } = await hold(page, 'POST', /\/records$/);
    await page.keyboard.press('Enter');
    await asked;
    await page.keyboard.type(' and');
    await release();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('ZZ-1')).title).toBe('Half and whole');
    await expect.poll(() => keptIn(page)).toBe(0);
  },
  verifies('console.typed', 'console.F2'),
);

inBrowser(
  'a question about a cell, and a renamed column, wait until a field of the open record is left',
  async ({ page, open, allowErrors, server: { vitrine, principal } }) => {
    allowErrors(/status of 4(?:00|12)/);
    await open(`/stores/${products}?sort=sku&record=SKU-0009`);
    const panel = page.getByRole('complementary');
    const { asked, release } = await hold(page, 'PATCH', /\/records\//);
    await begin(page, 9, 1, 'Mine');
    await page.keyboard.press('Enter');
    await asked;
    await vitrine.records.patch(principal, products, 'SKU-0010', { title: 'Theirs' } as never);
    await panel.getByLabel(/^title/).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Half and');
    await release();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByRole('button', { name: 'Write mine' }).click();
    await expect.poll(async () => (await record('SKU-0009')).title).toBe('Half and whole');
    await expect.poll(async () => (await record('SKU-0010')).title).toBe('Mine');

    await panel.getByLabel(/^page/).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://half.example/');
    await vitrine.stores.renameProperty(principal, products, 'page', { name: 'link' });
    await page.waitForTimeout(800);
    await page.keyboard.type('whole');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: '1 not saved' }).waitFor();
    await panel
      .locator('.homeless-drafts')
      .getByText('https://half.example/whole', { exact: true })
      .waitFor();
  },
  verifies('console.typed'),
);

inBrowser(
  'what is in an open editor is kept over a reload, though another tab has written the cell meanwhile',
  async ({ page, context, open, server: own }) => {
    await open(`/stores/${products}?sort=sku`);
    await begin(page, 12, 1, 'Mine, half');
    const other = await context.newPage();
    await other.goto(`${own.url}/console/stores/${products}?sort=sku#key=${encodeURIComponent(own.key)}`);
    await begin(other, 12, 1, 'Of the other tab');
    await other.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0013')).title).toBe('Of the other tab');
    await expect.poll(() => keptIn(page)).toBe(1);
    await page.reload();
    await cell(page, 12, 1).getByText('Mine, half').waitFor();
  },
  verifies('console.typed'),
);

inBrowser(
  'the rows that are shown take what is typed while they are loaded anew, and none is written beside its cell',
  async ({ page, open, server: { vitrine, principal } }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 14, 2).click();
    await vitrine.records.add(principal, products, { sku: 'ZZ-9', title: 'By others' });
    const news = page.getByRole('button', { name: /1 new record/ });
    await news.waitFor();
    const { asked, release } = await hold(page, 'POST', /\/records\/query$/, 'response');
    await news.click();
    await asked;
    await page.getByRole('grid').focus();
    for (const value of ['101', '102', '103']) {
      await page.keyboard.type(value);
      await page.keyboard.press('Enter');
    }
    await expect.poll(async () => (await record('SKU-0017')).price).toBe(103);
    await page.keyboard.type('10');
    await release();
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0018')).price).toBe(104);
    const prices = await Promise.all([15, 16].map(async (at) => (await record(`SKU-00${at}`)).price));
    expect(prices).toEqual([101, 102]);
    // The rows were read before they were written.
    expect(await cell(page, 14, 2).textContent()).toContain('101');
  },
  verifies('console.typed'),
);

inBrowser(
  'a word is typed to its end though its record leaves the rows that are loaded anew, or they can’t be loaded',
  async ({ page, open, allowErrors, server: { vitrine, principal } }) => {
    allowErrors(/status of 4(?:00|12)/);
    await open(`/stores/${products}?sort=sku&q=rug`);
    const news = page.getByRole('button', { name: /1 new record/ });
    const type = async (row: number, meanwhile: (id: string) => Promise<unknown>, isRefused: boolean) => {
      await cell(page, row, 1).click();
      const id = (await cell(page, row, 0).textContent()) ?? '';
      await vitrine.records.add(principal, products, { sku: `ZX-${row}`, title: 'A rug by others' });
      await news.waitFor();
      await meanwhile(id);
      const held = Promise.withResolvers<void>();
      const asked = page.waitForRequest(/\/records\/query$/);
      await page.route(/\/records\/query$/, async (route) => {
        await held.promise;
        if (isRefused) await route.fulfill({ status: 400, json: { status: 400, title: 'Not today' } });
        else await route.continue();
      });
      await news.click();
      await asked;
      await page.getByRole('grid').focus();
      await page.keyboard.type('Half and');
      held.resolve();
      await page.waitForTimeout(800);
      await page.keyboard.type(' whole');
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await record(id)).title).toBe('Half and whole');
      return id;
    };
    await type(2, (id) => vitrine.records.patch(principal, products, id, { title: 'None' } as never), false);
    await page.unrouteAll();
    await cell(page, 1, 1).waitFor();
    await type(1, async () => {}, true);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  },
  verifies('console.typed'),
);

inBrowser(
  'the rows stay until those of a search are read, and take what is typed until its end',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 19, 1).waitFor();
    const { asked, release } = await hold(page, 'POST', /\/records\/query$/);
    await page.getByLabel(/^Search/).click();
    await page.keyboard.type('SKU-004');
    await asked;
    const shown = page.locator('#cell-19-1');
    await shown.dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Half and');
    await release();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0020')).title).toBe('Half and whole');
    await cell(page, 0, 0).getByText('SKU-0040').waitFor();
    expect(await page.locator('.grid-cell.active').getAttribute('id')).toBe('cell-8-1');
  },
  verifies('console.typed'),
);

inBrowser(
  'a sort that is read shows its first rows at the top, whatever was at the top before',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 1).waitFor();
    const { asked, release } = await hold(page, 'POST', /\/records\/query$/);
    await page.getByTitle('Sort by title').click();
    await asked;
    await page.locator('.grid-scroll[aria-busy]').waitFor();
    await release();
    expect(await page.locator('.grid-cell.active').getAttribute('id')).toBe('cell-0-0');
  },
);

inBrowser(
  'a record is deleted when what was typed into it is stored, and comes back with it',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku&record=SKU-0031`);
    const panel = page.getByRole('complementary');
    const { asked, release } = await hold(page, 'PATCH', /\/records\//);
    await panel.getByLabel(/^title/).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Typed before');
    await panel.getByRole('button', { name: 'Delete' }).click();
    await asked;
    await release();
    const toast = page.locator('.toast', { hasText: 'Deleted 1 record.' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await record('SKU-0031').catch(() => null))?.title).toBe('Typed before');
    expect(await page.getByRole('dialog').count()).toBe(0);
  },
  verifies('console.typed'),
);

inBrowser(
  'a paste over rows that are not loaded begins no records with what does not fit',
  async ({ page, open }) => {
    const { asked, release } = await hold(page, 'POST', /\/records\/(?:query|count)$/);
    await open(`/stores/${products}?sort=sku&q=SKU`);
    const lines = Array.from({ length: 70 }, (_, at) => String(at)).join('\n');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines)})`);
    await asked;
    await page.locator('#cell-0-2 .grid-blank').click();
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('70 cells were left out: their rows are not loaded yet.').first().waitFor();
    await release();
    expect(await keptIn(page)).toBe(0);
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.typed', 'console.F12') },
);
