import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { cell } from './cell.ts';
import { addAirports, addProducts } from './sample-data.ts';

let airports = '';
let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  airports = await addAirports(opened);
  products = await addProducts(opened);
});

const status = (page: Page) => page.locator('.grid-status');
const record = (id: string) => server().vitrine.records.get(server().principal, products, id);
/** Returns the lines of the CSV that the grid saves. */
async function exported(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\w+\.csv$/);
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
}
const change = (id: string, values: object) =>
  server().vitrine.records.patch(server().principal, products, id, values as never);

inBrowser(
  'begins with the first line of the file, scrolls to the last of 3,376 rows and back, with few rows in the document',
  async ({ page, open }) => {
    await open(`/stores/${airports}`);
    await page.getByText('Thigpen').waitFor();
    await status(page).getByText('3,376 records').waitFor();
    await page.getByRole('button', { name: 'Oldest first' }).waitFor();
    await expectAccessible(page);
    const scroller = page.locator('.grid-scroll');
    await scroller.evaluate((element) => {
      (element as unknown as { scrollTop: number }).scrollTop = 1e9;
    });
    await page.getByText('Zanesville Municipal').waitFor();
    expect(await page.locator('.grid-row').count()).toBeLessThan(60);
    await scroller.evaluate((element) => {
      (element as unknown as { scrollTop: number }).scrollTop = 0;
    });
    await page.getByText('Thigpen').waitFor();
    const lines = await exported(page);
    expect([lines[1], lines.at(-1)].map((line) => line?.split(',')[1])).toEqual([
      'Thigpen',
      'Zanesville Municipal',
    ]);
  },
  verifies('console.F10'),
);

inBrowser('requests the first view once, while the key is still checked', async ({ page, open }) => {
  const requested: string[] = [];
  let showFirst = () => {};
  const first = new Promise<void>((resolve) => {
    showFirst = resolve;
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/v2/stores/')) return;
    requested.push(pathname.replace(airports, ':id'));
    if (requested.length === 3) showFirst();
  });
  // The key is found valid only after these requests were sent.
  await page.route('**/v2/whoami', async (route) => {
    await first;
    await route.continue();
  });
  await open(`/stores/${airports}?sort=name`);
  await status(page).getByText('3,376 records').waitFor();
  await cell(page, 0, 0).waitFor();
  expect(requested.slice(0, 3).toSorted()).toEqual([
    '/v2/stores/:id',
    '/v2/stores/:id/changes',
    '/v2/stores/:id/records/query',
  ]);
  expect(requested.filter((path) => path === '/v2/stores/:id')).toHaveLength(1);
});

inBrowser(
  'filters and sorts as one types, says how many match, and keeps it in the address',
  async ({ page, open }) => {
    await open(`/stores/${airports}`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field').selectOption('state');
    await page.getByLabel('Operator').selectOption('eq');
    await page.getByRole('combobox', { name: 'Value' }).fill('T');
    // The most frequent values that contain the text come first.
    await page.getByRole('option', { name: /TX/ }).click();
    await status(page).getByText('209 of 3,376 records').waitFor();
    await page.getByRole('button', { name: 'latitude' }).first().click();
    await page
      .getByRole('columnheader', { name: /latitude/ })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await expect.poll(() => cell(page, 0, 3).textContent()).toBe('TX');
    await expectAccessible(page);
    const latitudes = async () =>
      [await cell(page, 0, 5).textContent(), await cell(page, 5, 5).textContent()].map(Number);
    await expect.poll(async () => ((await latitudes())[0] ?? 0) < ((await latitudes())[1] ?? 0)).toBe(true);
    await page.reload();
    await status(page).getByText('209 of 3,376 records').waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await status(page).getByText('3,376 records', { exact: true }).waitFor();
    await page.goBack();
    await status(page).getByText('209 of 3,376 records').waitFor();
  },
);

inBrowser('names what keeps all records away, and removes it', async ({ page, open }) => {
  const state = (value: string) => ['state', 'eq', value];
  const filter = (...filters: string[][]) => `filter=${encodeURIComponent(JSON.stringify(filters))}`;
  const one = filter(state('Nowhere'));
  for (const [address, action] of [
    ['q=nowhere-at-all', 'Remove the search'],
    [one, 'Remove the filters'],
    [`${filter(state('Nowhere'), state('TX'))}&q=x`, 'Remove the search and the filters'],
    [`${one}&sort=name&from=zzz`, 'Remove the filters and the jump to a value'],
  ] as const) {
    await open(`/stores/${airports}?${address}`);
    await page.getByRole('heading', { name: 'No record matches' }).waitFor();
    await page.locator('.state').getByRole('button', { name: action, exact: true }).click();
    await status(page).getByText('3,376 records', { exact: true }).waitFor();
  }
});

inBrowser('shows the filter as curl, as a program and as a tool call, to copy', async ({ page, open }) => {
  await open(`/stores/${airports}?sort=name&filter=${encodeURIComponent('[["city","eq","O\'Fallon"]]')}`);
  await page.getByRole('button', { name: 'Code' }).click();
  const dialog = page.getByRole('dialog');
  const code = async () => (await dialog.locator('pre').textContent()) ?? '';
  expect(await code()).toContain(`/v2/stores/${airports}/records/query`);
  expect(await code()).toContain(`"value":"O'\\''Fallon"`);
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'TypeScript' }).click();
  expect(await code()).toContain("from '@vitrine/client'");
  // A long line scrolls in its block: the button stays in sight.
  await page.setViewportSize({ width: 390, height: 844 });
  const copy = await dialog.getByRole('button', { name: 'Copy' }).boundingBox();
  expect((copy?.x ?? 0) + (copy?.width ?? 390)).toBeLessThan(390);
  await dialog.getByRole('tab', { name: 'Agent' }).click();
  expect(JSON.parse(await code())).toMatchObject({
    name: 'store_query',
    arguments: { mode: 'search', filters: [{ value: "O'Fallon" }], sortBy: 'name', sortDir: 'asc' },
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

inBrowser(
  'is worked by keyboard as a spreadsheet: move, edit, refuse, undo',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?sort=sku`);
    await page.getByText('SKU-0001').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('12.5');
    const bottomOf = async (element: Locator) => {
      const box = await element.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    };
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    // The editor of the first row is not below the header.
    const editor = page.locator('.cell-editor');
    expect(await topOf(editor)).toBeGreaterThanOrEqual(await bottomOf(page.locator('.grid-header')));
    // Its border is inside of it.
    const outline = await page.evaluate<number>(
      `(({ outlineWidth, outlineOffset }) => parseFloat(outlineWidth) + parseFloat(outlineOffset))(
        getComputedStyle(document.querySelector('.cell-editor')))`,
    );
    expect(outline).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0001')).price).toBe(12.5);
    // Its message is over the footer, and covers neither rows nor what the panel of a record ends with.
    const message = page.locator('.toast').filter({ hasText: 'Changed price.' });
    expect(await topOf(message)).toBeGreaterThanOrEqual(await topOf(status(page)));
    await expect.poll(() => cell(page, 0, 2).textContent()).toBe('12.50');
    // Enter has moved down. What the server refuses is said at the cell, and nothing changes.
    const before = (await record('SKU-0002')).price;
    await page.keyboard.type('cheap');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell(page, 1, 2).getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, 1, 2).getAttribute('title')).toMatch(/number/);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('alert').filter({ hasText: 'number' }).waitFor();
    await expectAccessible(page);
    expect((await record('SKU-0002')).price).toBe(before);
    // The typed value stays to be corrected, or to be given up.
    await page.keyboard.press('F2');
    expect(await page.locator('.cell-editor').inputValue()).toBe('cheap');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 1, 2).textContent()).toBe(String(before));
    // Yes and no are typed as words, too.
    await page.keyboard.press('ArrowRight');
    const { available } = await record('SKU-0002');
    await page.keyboard.type(available === true ? 'no' : 'yes');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0002')).available).toBe(available !== true);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await record('SKU-0002')).available).toBe(available);
    // A unique value can't change.
    await page.keyboard.press('Home');
    await page.keyboard.press('F2');
    await page.getByText('sku can’t be changed here.').first().waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await record('SKU-0001')).price).toBe(19.9);
    // Escape, then Tab leaves the grid.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.matches(".grid-scroll")')).toBe(false);
  },
  verifies('console.F32', 'console.F33', 'console.F36'),
);

inBrowser(
  'shows the message of a refused value within the window, also in the last column',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${airports}`);
    await cell(page, 0, 5).click();
    await page.keyboard.type('north');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    const message = page.getByRole('alert').filter({ hasText: 'number' });
    await message.waitFor();
    const box = await message.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
  },
);

inBrowser(
  'copies and pastes ranges as text with tabs, and takes a paste back as one',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 2, 1).click();
    await cell(page, 3, 2).click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+c');
    await page.getByText('Copied 4 cells.').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'Linen chair 3\t34.53\nOak shelf 4\t41.85',
    );
    await page.evaluate(`navigator.clipboard.writeText('Pasted A\\t1\\nPasted B\\t2')`);
    await cell(page, 6, 1).click();
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('Changed 4 cells.').first().waitFor();
    expect(await record('SKU-0008')).toMatchObject({ title: 'Pasted B', price: 2 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await record('SKU-0007')).title).toBe('Walnut desk 7');
    await expect.poll(async () => (await record('SKU-0008')).title).toBe('Brass lamp 8');
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);

inBrowser(
  'shows both versions when someone else changed the record, and loses neither',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 412/);
    await open(`/stores/${products}?sort=sku`);
    await page.getByText('Wool rug 5', { exact: true }).waitFor();
    await cell(page, 4, 1).dblclick();
    await change('SKU-0005', { title: 'Changed elsewhere' });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Changed here');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Changed elsewhere').waitFor();
    await dialog.getByText('Changed here').waitFor();
    expect((await record('SKU-0005')).title).toBe('Changed elsewhere');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Write mine' }).click();
    await expect.poll(async () => (await record('SKU-0005')).title).toBe('Changed here');
  },
);

inBrowser(
  'deletes what is selected after saying how much it is, and brings it back',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku&filter=${encodeURIComponent('[["available","eq",true]]')}`);
    await status(page).getByText('16 of 48 records').waitFor();
    await page.getByRole('checkbox', { name: 'Select all records that match' }).click();
    await page.getByText('All 16 selected').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog', { name: 'Delete 16 records?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete 16 records' }).click();
    await page.getByText('Deleted 16 records.').first().waitFor();
    await page.getByRole('heading', { name: 'No record matches' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await status(page).getByText('16 of 48 records').waitFor();
  },
);

inBrowser('changes a field of many records, and takes it back', async ({ page, open, allowErrors }) => {
  allowErrors(/status of 400/);
  await open(`/stores/${products}?sort=sku`);
  await page.getByText('SKU-0010').waitFor();
  const edit = async (...rows: readonly string[]) => {
    for (const row of rows)
      await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).click();
    await page.getByRole('button', { name: 'Edit…' }).click();
  };
  await edit('10', '11');
  const dialog = page.getByRole('dialog', { name: 'Change 2 records' });
  // One press changes nothing: a value is needed, or the choice to remove it.
  const first = async () => {
    const { id: _, date_updated: __, ...values } = await record('SKU-0010');
    return values;
  };
  const values = await first();
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Enter a value' }).waitFor();
  expect(await first()).toEqual(values);
  await dialog.getByLabel('Field').selectOption('price');
  // A refused value stays, with the reason.
  await dialog.getByLabel('New value').fill('much');
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await dialog.getByRole('alert').filter({ hasText: '2 were refused' }).waitFor();
  await dialog.getByLabel('New value').fill('99');
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await page.getByText('Changed 2 records.').first().waitFor();
  expect([(await record('SKU-0010')).price, (await record('SKU-0011')).price]).toEqual([99, 99]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await record('SKU-0011')).price).not.toBe(99);
  // The value is removed from other records than those that are being brought back.
  await edit('12', '13');
  await dialog.getByLabel('Field').selectOption('price');
  await dialog.getByRole('checkbox', { name: 'Remove the value' }).check();
  await dialog.getByText('price of 2 records becomes empty.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([(await record('SKU-0012')).price, (await record('SKU-0013')).price]).toEqual([null, null]);
});

inBrowser(
  'opens a record with all fields, JSON and history, at an address of its own',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await page.getByRole('button', { name: 'Open row 20' }).click();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('heading', { name: 'SKU-0020' }).waitFor();
    await expectAccessible(page);
    // The text of a field is in the middle, also where fields are as high as a finger needs.
    const field = panel.getByRole('textbox').first();
    for (const height of [30, 40]) {
      await page.evaluate(`document.documentElement.style.setProperty('--control', '${height}px')`);
      await expect.poll(async () => (await field.boundingBox())?.height).toBe(height);
      const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(
        `(() => {
          const field = document.querySelector('.record-field textarea');
          const { paddingTop, lineHeight, borderTopWidth } = getComputedStyle(field);
          const top = Number.parseFloat(paddingTop) + Number.parseFloat(borderTopWidth);
          return { top, bottom: field.getBoundingClientRect().height - top - Number.parseFloat(lineHeight) };
        })()`,
      );
      expect(Math.abs(top - bottom)).toBeLessThan(1.5);
    }
    await page.evaluate("document.documentElement.style.removeProperty('--control')");
    await panel.getByLabel(/^title/).fill('A new title');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0020')).title).toBe('A new title');
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByText('(was Brass lamp 20)').waitFor();
    await panel.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(async () => (await record('SKU-0020')).title).toBe('Brass lamp 20');
    await page.reload();
    await panel.getByRole('heading', { name: 'SKU-0020' }).waitFor();
    await panel.getByRole('button', { name: 'Next record' }).click();
    await panel.getByRole('heading', { name: 'SKU-0021' }).waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('record')).toBeNull();
  },
);

inBrowser(
  'shows a picture of this server in the record, and a link to one of another server',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku&record=SKU-0030`);
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByLabel(/^title/).waitFor();
    const own: string = await page.evaluate('document.querySelector("link[rel=icon]").href');
    await change('SKU-0030', { picture: own });
    await change('SKU-0031', { picture: 'https://elsewhere.example/picture.png' });
    await page.reload();
    const picture = panel.locator('img.record-picture');
    await picture.waitFor();
    const width = () => page.evaluate<number>('document.querySelector(".record-picture").naturalWidth');
    await expect.poll(width).toBeGreaterThan(0);
    await panel.getByRole('button', { name: 'Next record' }).click();
    await panel.getByText('Pictures of other servers are not loaded here.').waitFor();
    expect(await panel.getByRole('link', { name: 'Open the link' }).first().getAttribute('href')).toBe(
      'https://elsewhere.example/picture.png',
    );
  },
);

inBrowser(
  'adds a record, with the words of the server at the fields',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}`);
    await page.getByRole('button', { name: 'New record' }).click();
    const panel = page.getByRole('complementary', { name: 'New record' });
    await panel.getByLabel(/^sku/).fill('<img src=x onerror=alert(1)>');
    await panel.getByRole('button', { name: 'Add the record' }).click();
    await panel.getByRole('alert').first().waitFor();
    await panel.getByLabel(/^title/).fill(`${'مرحبا 👋🏽 '.repeat(3)}${'x'.repeat(10_000)}`);
    await panel.getByRole('button', { name: 'Add the record' }).click();
    await page.getByText('The record is added.').first().waitFor();
    await page.getByRole('gridcell', { name: '<img src=x onerror=alert(1)>' }).first().waitFor();
    await expectAccessible(page);
    await server().vitrine.records.delete(server().principal, products, '<img src=x onerror=alert(1)>');
  },
);

inBrowser('exports what is filtered, in its order and with the shown columns', async ({ page, open }) => {
  await open(`/stores/${airports}?sort=iata&filter=${encodeURIComponent('[["state","eq","HI"]]')}`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'country' }).click();
  const lines = await exported(page);
  expect(lines[0]).toBe('iata,name,city,state,latitude,longitude,date_updated');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines.slice(1)) expect(line).toContain(',HI,');
  expect(lines.slice(1).toSorted()).toEqual(lines.slice(1));
});

inBrowser('jumps to a value of a column', async ({ page, open }) => {
  await open(`/stores/${airports}`);
  await page.getByRole('columnheader', { name: /latitude/ }).hover();
  await page.getByRole('button', { name: 'Column latitude' }).click();
  await page.getByRole('menuitem', { name: 'Jump to a value…' }).click();
  await page.getByRole('dialog').getByLabel('Value').fill('45');
  await page.keyboard.press('Enter');
  await expect.poll(async () => Math.floor(Number(await cell(page, 0, 5).textContent()))).toBe(45);
  await page.getByRole('button', { name: 'latitude from 45 on' }).click();
  await expect.poll(async () => Number(await cell(page, 0, 5).textContent())).toBeLessThan(20);
});

inBrowser(
  'fits a phone',
  async ({ page, open }) => {
    await open(`/stores/${products}`);
    await page.getByText('SKU-0001').or(page.getByText('SKU-0048')).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open row 1', exact: true }).click();
    await page.getByRole('complementary', { name: 'Record' }).waitFor();
    await expectAccessible(page);
  },
  { width: 390, height: 844 },
);
