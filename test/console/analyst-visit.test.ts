import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { Walk } from './walk.ts';

const { inBrowser } = consoleTests();

/** A report as an office writes it: a title, dates with the month first, amounts with their sign, a short row. */
const FIRST = [
  'Sales report Q3',
  '',
  'order,region,amount,paid,shipped',
  'B-0007,North,"$1,299.50",12/31/2025,01/02/2026',
  'A-0001,South,$49.00,01/15/2026,01/06/2026',
  'A-0002,South,$5.25,02/01/2026',
  'A-0003,West,"$2,000.00",02/03/2026,02/04/2026',
  '',
].join('\n');

/** The same report a week later: two known orders, of which one differs, a new one, and an amount that is none. */
const SECOND = FIRST.replace('$49.00', '$59.00').replace(
  'A-0003,West,"$2,000.00"',
  'A-0004,West,$10.00,02/05/2026,02/06/2026\nA-0005,East,on request',
);

inBrowser(
  'a dirty report becomes a store with the right types and a key, is updated, summed up, and the update taken back',
  async ({ page, open, server }) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-analyst-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const file = page.locator('input[type=file]').first();
    const done = page.getByRole('heading', { name: 'The file is imported' });
    const { vitrine, principal } = server;
    const walk = new Walk(page);

    await open('/stores');
    walk.begin('drop the first report, import it');
    await walk.drop(file, write('sales_report.csv', FIRST));
    await expect.poll(() => page.getByLabel('The header is in line').inputValue()).toBe('3');
    await page.getByText('Numbers are stored without their unit: $ in "amount".').waitFor();
    expect(await page.getByLabel('Which column identifies a row?').inputValue()).toBe('order');
    // One column proves the order of day and month for the other.
    await page.getByText('As in “paid”.').waitFor();
    expect(await page.getByLabel('Dates').inputValue()).toBe('mdy');
    await expectAccessible(page);
    await walk.click(button('Import the file'));
    await done.waitFor();
    await walk.click(page.getByRole('link', { name: 'Show the records' }));
    // The first row is the first line of the file, amounts are shown as they are written there.
    await expect.poll(() => page.locator('#cell-0-0').textContent()).toBe('B-0007');
    expect(await page.locator('#cell-0-2').textContent()).toBe('$1,299.50');
    const [store] = (await vitrine.stores.list(principal, { q: 'Sales' })).items;
    const id = store?.id ?? '';
    const { properties } = await vitrine.stores.get(principal, id);
    expect(properties.map(({ name, type, unique }) => [name, type, unique])).toEqual([
      ['order', 'string', true],
      ['region', 'string', false],
      ['amount', 'number', false],
      ['paid', 'datetime', false],
      ['shipped', 'datetime', false],
    ]);
    const read = async () => {
      const { items } = await vitrine.records.list(principal, id, { sortBy: 'order', sortDir: 'asc' });
      return items.map(({ order, amount, paid, shipped }) => ({ order, amount, paid, shipped }));
    };
    const before = await read();
    expect(before[1]).toEqual({
      order: 'A-0002',
      amount: 5.25,
      paid: '2026-02-01T00:00:00.000Z',
      shipped: null,
    });

    walk.begin('the second report: try it, import it');
    await walk.click(page.getByRole('link', { name: 'Import', exact: true }));
    await walk.drop(file, write('sales_report_2.csv', SECOND));
    await walk.click(button('Try without writing'));
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    await page.getByRole('cell', { name: /Expected a number/ }).waitFor();
    expect(await read()).toEqual(before);
    await walk.click(button('Import the file'));
    await done.waitFor();
    expect((await read()).map(({ order, amount }) => [order, amount])).toEqual([
      ['A-0001', 59],
      ['A-0002', 5.25],
      ['A-0003', 2000],
      ['A-0004', 10],
      ['B-0007', 1299.5],
    ]);

    walk.begin('a summary: amounts by region');
    await walk.click(page.getByRole('link', { name: 'Charts' }));
    await walk.click(page.getByRole('link', { name: 'Average amount by region' }));
    await walk.choose(page.getByLabel('Show'), 'sum');
    await page.getByRole('cell', { name: '$64.25' }).waitFor();
    await expectAccessible(page);

    walk.begin('take the second report back');
    await walk.click(page.getByRole('link', { name: 'Import', exact: true }));
    await page.getByRole('heading', { name: 'Earlier imports' }).waitFor();
    await expectAccessible(page);
    await walk.click(page.locator('.import-earlier a').first());
    await walk.click(button('Take this import back'));
    const dialog = page.getByRole('dialog', { name: 'Take this import back?' });
    await dialog.getByText('1 added record is deleted again.').waitFor();
    await walk.click(dialog.getByRole('button', { name: 'Take this import back' }));
    await expect.poll(read).toEqual(before);

    console.table([...walk.steps, walk.total()]);
    expect(walk.total().clicks).toBeLessThanOrEqual(15);
    expect(walk.total().keys).toBe(0);

    // Without a key, nothing keeps a second import from doubling the records: it says so.
    const plain = await vitrine.stores.create(principal, {
      name: 'Plain',
      properties: [{ name: 'text', type: 'string' }],
    });
    await vitrine.records.add(principal, plain.id, { text: 'there already' });
    await open(`/stores/${plain.id}/import`);
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('text\nagain\n') });
    await page.getByText('all rows of the file are added to the 1 record that it has').waitFor();
  },
  verifies('console.analyst-visit', 'console.F19'),
);
