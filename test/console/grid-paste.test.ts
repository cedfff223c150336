import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { CLIPBOARD, cell, paste } from './cell.ts';
import { addProducts } from './sample-data.ts';

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
});

const record = (id: string) => server().vitrine.records.get(server().principal, products, id);
const find = (id: string) => record(id).catch(() => null);

inBrowser(
  'says what a paste did and leads to what was refused; reads numbers and dates as people write them',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 2).waitFor();
    const lines = Array.from({ length: 40 }, (_, index) => (index === 35 ? 'oops' : `$1,${100 + index}.50`));
    await paste(page, 0, 2, lines.join('\n'));
    await page.getByText('Changed 39 cells. 1 refused.').first().waitFor();
    expect((await record('SKU-0001')).price).toBe(1100.5);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await cell(page, 35, 2).getByText('oops').first().waitFor();
    await page.getByRole('alert').filter({ hasText: 'number' }).waitFor();
    expect(await page.locator('.grid-cell.active').getAttribute('id')).toBe('cell-35-2');
    // One bad cell of a line does not keep the others from being written.
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Home');
    await paste(page, 1, 2, '2,50\tyes\t3/4/2026 1:30 PM\n3\tmaybe\ttomorrow');
    await page.getByText('Changed 4 cells. 1 refused.').first().waitFor();
    expect(await record('SKU-0002')).toMatchObject({
      price: 2.5,
      available: true,
      released: '2026-03-04T13:30:00.000Z',
    });
    expect((await record('SKU-0003')).price).toBe(3);
    // What gets nothing is said too: a unique value, and what is right of the last column.
    await paste(page, 5, 6, 'https://shop.example/new\tfixed\tlost\tlost too');
    await page
      .getByText(
        'Changed 1 cell. 1 cell was left out: it can’t be changed. 2 cells were left out: they are right of the last column.',
      )
      .first()
      .waitFor();
    await paste(page, 5, 0, 'OTHER');
    await page.getByText('1 cell was left out: it can’t be changed.').first().waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await record('SKU-0006')).page).toBe('https://shop.example/p/6');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await record('SKU-0003')).price).toBe(1102.5);
  },
  { ...CLIPBOARD, ...verifies('console.F3', 'console.F13') },
);

inBrowser(
  'makes records of lines that are pasted or typed below the last one, and takes them back',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?sort=sku`);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Home');
    await page.locator('.grid-row[data-new]').waitFor();
    const before = await record('SKU-0048');
    await paste(page, 48, 0, 'T-1\tFirst\t1\nT-2\tSecond\t2\nT-3\t\t3');
    // A line without its required title is not added: it stays with the reason.
    await page.getByText('Added 2 records. 1 refused.').first().waitFor();
    expect(await record('T-2')).toMatchObject({ title: 'Second', price: 2 });
    expect(await record('SKU-0048')).toEqual(before);
    await page.getByText('50 records').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.keyboard.type('Third');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await find('T-3'))?.title).toBe('Third');
    await cell(page, 50, 1).getByText('Third').waitFor();
    // A unique value that another record has is wrong, and nothing else of the line.
    await cell(page, 51, 1).click();
    await page.keyboard.type('Twice');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('T-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 51, 0).getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, 51, 1).getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Discard' }).click();
    // The line with the plus.
    await cell(page, 51, 0).click();
    await page.keyboard.type('T-4');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fourth');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await find('T-4'))?.title).toBe('Fourth');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => find('T-4')).toBeNull();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(async () => (await find('T-4'))?.title).toBe('Fourth');
  },
  { ...CLIPBOARD, ...verifies('console.F12') },
);

inBrowser(
  'cuts, fills down, and makes again what was taken back',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 10, 1).click();
    await cell(page, 12, 2).click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+d');
    await page.getByText('Changed 4 cells.').first().waitFor();
    const first = await record('SKU-0011');
    expect(await record('SKU-0013')).toMatchObject({ title: first.title, price: first.price });
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await record('SKU-0013')).title).toBe('Walnut desk 13');
    await page.keyboard.press('ControlOrMeta+y');
    await expect.poll(async () => (await record('SKU-0013')).title).toBe(first.title);
    await cell(page, 10, 2).click();
    await cell(page, 11, 2).click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+x');
    await expect.poll(async () => (await record('SKU-0012')).price).toBeNull();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${first.price}\n${first.price}`);
  },
  CLIPBOARD,
);

inBrowser(
  'brings deleted records back after any time, and selects all rows between two with Shift',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    const check = (row: number) => page.getByRole('checkbox', { name: `Select row ${row}`, exact: true });
    await check(21).click();
    await check(24).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete 4 records' }).click();
    await page.getByText('Deleted 4 records.').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await find('SKU-0022')).toBeNull();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await find('SKU-0022'))?.id).toBe('SKU-0022');
    await expect.poll(async () => (await find('SKU-0024'))?.id).toBe('SKU-0024');
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => find('SKU-0022')).toBeNull();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await find('SKU-0022'))?.id).toBe('SKU-0022');
  },
  verifies('console.F9', 'console.F11'),
);

inBrowser(
  'hands more new records than the grid takes on to the import, with the names of the columns',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+End');
    // Before all rows are read, the last line is where it is expected.
    const lastRow = async () =>
      Number(await page.locator('.grid-row[data-new]').getAttribute('aria-rowindex')) - 3;
    await expect.poll(async () => (await cell(page, await lastRow(), 0).textContent()) ?? '').not.toBe('');
    const line = await lastRow();
    const last = (await cell(page, line, 0).textContent()) ?? '';
    const rows = Array.from({ length: 600 }, (_, at) => `M-${at}\tMany ${at}\t${at},50\t\t\t\t\tbeyond`);
    // The first line is a record that exists.
    await paste(page, line, 0, ['changed\tFirst of many', ...rows].join('\n'));
    await page.getByText('600 new records are many').first().waitFor();
    await page.waitForURL(/\/import$/);
    await page.getByText('600 rows').first().waitFor();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await expect.poll(() => find('M-599')).toMatchObject({ title: 'Many 599', price: 599.5 });
    await expect.poll(() => record(last)).toMatchObject({ title: 'First of many' });
  },
  { ...CLIPBOARD, ...verifies('console.F3') },
);
