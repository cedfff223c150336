import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';

// Files with some values that do not fit the type of their column.

const { inBrowser } = consoleTests();

/** 300 orders below a title: an amount and two dates are none, and no date decides the order of day and month. */
const ORDERS = [
  'Orders 2026',
  '',
  'Order,Amount,Order date',
  ...Array.from({ length: 300 }, (_, n) => {
    const amount = n === 7 ? '??' : `"$1,${String(n).padStart(3, '0')}.50"`;
    return `O-${n},${amount},${n === 20 || n === 21 ? 'someday' : `${(n % 9) + 1}/${(n % 7) + 2}/2026`}`;
  }),
  '',
].join('\n');

const ofName = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });

inBrowser(
  'the preview of columns whose type was corrected shows what the server will store, in the order that is chosen',
  async ({ page, open, server }) => {
    await open('/import');
    await page.locator('input[type=file]').setInputFiles(ofName('orders.csv', ORDERS));
    await page.getByText('are no numbers: "Amount" ("??").').waitFor();
    await page.getByText('are no dates: "Order date" ("someday").').waitFor();
    const dates = page.getByLabel('Dates');
    expect(await dates.locator('option:checked').textContent()).toBe('Choose one');
    await page.getByLabel('Type of Amount').selectOption('number');
    await page.getByLabel('Type of Order date').selectOption('datetime');
    await page.getByText('“Order date”: 03/04/2026 may be in March or in April.').waitFor();
    const preview = page.getByRole('region', { name: 'First rows as they will be stored' });
    const firstRow = () => preview.getByRole('row').nth(1).getByRole('cell').allTextContents();
    await expect
      .poll(firstRow)
      .toEqual(['O-0', '1000.5', '1/2/2026Choose above whether the day or the month is first.']);
    await expectAccessible(page);
    await dates.selectOption('mdy');
    await expect.poll(firstRow).toEqual(['O-0', '1000.5', '2026-01-02']);
    expect(await preview.locator('.refused').count()).toBe(0);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();

    const [store] = (await server.vitrine.stores.list(server.principal, { q: 'Orders' })).items;
    const id = store?.id ?? '';
    const { properties, recordCount } = await server.vitrine.stores.get(server.principal, id);
    expect(recordCount).toBe(297);
    expect(properties[1]).toMatchObject({ name: 'Amount', type: 'number', format: { currency: 'USD' } });
    await open(`/stores/${id}/import`);
    await page.locator('input[type=file]').setInputFiles(ofName('more.csv', ORDERS.replaceAll('O-', 'P-')));
    await page.getByText('“Order date”: 03/04/2026 may be in March or in April.').waitFor();
    await page.getByLabel('Dates').selectOption('dmy');
    await expect.poll(firstRow).toEqual(['P-0', '1000.5', '2026-02-01']);
    expect(await preview.locator('.refused').count()).toBe(0);
  },
  verifies('console.F18', 'console.F20'),
);

inBrowser(
  'a key that occurs twice in the file is said before, in a try, and after the import into a new store',
  async ({ page, open, server: { vitrine, principal } }) => {
    await open('/import');
    const file = ofName('twice.csv', 'code,n\nA,1\nB,2\nA,3\n');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Which column identifies a row?').selectOption('code');
    const before = page.getByText('Some lines have the same key: a later line overwrites an earlier one.');
    await before.waitFor();
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    const after = page.getByText(
      '1 line has a key that an earlier line has, too: the later one overwrites it.',
    );
    await after.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await after.waitFor();
    const [store] = (await vitrine.stores.list(principal, { q: 'Twice' })).items;
    await open(`/stores/${store?.id}/import`);
    await page.locator('input[type=file]').setInputFiles(file);
    await before.waitFor();
    await page.getByLabel('Records that exist already').selectOption('insertOnly');
    await before.waitFor({ state: 'detached' });
  },
);
