import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from '../e2e/samples.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { sendFiles } from './dropped-files.ts';

const { inBrowser } = consoleTests();

/** Creates a store with amounts. Returns its id. */
async function addSales({ vitrine, principal }: ConsoleServer): Promise<string> {
  const { id } = await vitrine.stores.create(principal, {
    name: 'Sales',
    properties: [
      { name: 'item', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'sold', type: 'datetime' },
    ],
  });
  const now = Date.now();
  const records = [1500, 20.5, null, 300, 1200].map((amount, index) => ({
    item: index % 2 === 0 ? 'desk' : 'lamp',
    amount,
    sold: index === 4 ? null : new Date(now - index * 20 * 86_400_000).toISOString(),
  }));
  await vitrine.records.batchUpsert(principal, id, { records });
  return id;
}

const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function choose(page: Page, menu: RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page
    .getByRole('menu')
    .getByText(item, { exact: typeof item === 'string' })
    .click();
}

/** Names what is saved, in the dialog that asks for it. */
async function name(page: Page, text: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

inBrowser(
  'a view is saved, shown by its address, changed, given up, saved again and deleted',
  async ({ page, open, server, context }) => {
    const store = await addSales(server);
    await open(`/stores/${store}`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field').selectOption('amount');
    await page.getByLabel('Operator').selectOption('between');
    await page.getByLabel('From', { exact: true }).fill('300');
    await page.getByLabel('To', { exact: true }).fill('1500');
    await count(page, '3 of 5 records');
    await choose(page, /^Columns/, 'sold');
    await choose(page, /^Views/, 'Save as a new view…');
    await name(page, 'Large ones');
    await page.waitForURL(/\?view=[^&]+$/);
    const address = page.url();

    // A colleague with a key of the store sees it and changes nothing on the server.
    const { key } = await server.vitrine.apiKeys.create(server.principal, { name: 'reader', storeId: store });
    const other = await context.browser()?.newContext();
    const theirs = await other?.newPage();
    if (theirs === undefined) throw new Error('no browser');
    await theirs.goto(`${address}#key=${key}`);
    await count(theirs, '3 of 5 records');
    expect(await theirs.getByRole('columnheader', { name: /sold/ }).count()).toBe(0);
    await theirs.getByRole('button', { name: 'Views: Large ones' }).click();
    expect(await theirs.getByRole('menuitem').allTextContents()).toEqual(['All records']);
    await other?.close();

    await page.getByLabel('Operator').selectOption('gt');
    await page.waitForURL(/changed=1/);
    await count(page, '2 of 5 records');
    await choose(page, /^Views/, 'Back to what is saved');
    expect(page.url()).toBe(address);
    await count(page, '3 of 5 records');
    await choose(page, /^Oldest first/, 'amount');
    await page.waitForURL(/changed=1/);
    await choose(page, /^Views/, 'Save the changes');
    await page.waitForURL(address);
    await page.reload();
    await count(page, '3 of 5 records');
    await expect.poll(() => page.locator('#cell-0-1').textContent()).toBe('300');
    const { items } = await server.vitrine.views.list(server.principal, store);
    expect(items).toMatchObject([
      {
        name: 'Large ones',
        kind: 'records',
        query: {
          filters: [
            { field: 'amount', op: 'gte', value: 300 },
            { field: 'amount', op: 'lte', value: 1500 },
          ],
          sortBy: 'amount',
        },
        display: {
          filters: [['amount', 'between', [300, 1500]]],
          columns: { hidden: ['date_created', 'sold'] },
        },
      },
    ]);
    await expectAccessible(page);

    await choose(page, /^Views/, 'Delete the view');
    await page.getByText('Large ones is deleted.').first().waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('[["amount","between",[300,1500]]]');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Views: Large ones' }).waitFor();
    await choose(page, /^Views/, 'All records');
    await count(page, '5 records');
  },
  verifies('console.views'),
);

inBrowser(
  'filters ask for empty values and for the last days',
  async ({ page, open, server }) => {
    const store = await addSales(server);
    await open(`/stores/${store}`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Field').selectOption('amount');
    await page.getByLabel('Operator').selectOption('empty');
    await count(page, '1 of 5 records');
    await page.getByLabel('Field').selectOption('sold');
    await page.getByLabel('Operator').selectOption('last');
    await page.getByLabel('days', { exact: true }).fill('30');
    await count(page, '2 of 5 records');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    expect(await page.getByLabel('Records must match').locator('option[value=any]').isDisabled()).toBe(true);
  },
  verifies('console.views'),
);

inBrowser(
  'a format is followed by cells, sums and kept charts, and what is copied is the plain number',
  async ({ page, open, server }) => {
    const store = await addSales(server);
    await open(`/stores/${store}`);
    await choose(page, /^Column amount/, 'Number format…');
    await page.getByLabel('Format', { exact: true }).selectOption('currency');
    await page.getByLabel('Currency', { exact: true }).fill('usd');
    await page.getByText('For example: $1,234.50').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const cell = page.locator('#cell-0-1');
    await expect.poll(() => cell.textContent()).toBe('$1,500.00');
    await cell.click();
    await page.locator('.grid-totals').filter({ hasText: '$3,020.50' }).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('1500\n20.5');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    expect(await page.locator('.cell-editor').inputValue()).toBe('1500');
    await page.keyboard.press('Escape');

    const by = JSON.stringify([['item']]);
    await page.goto(
      page.url().replace(/\/stores.*/, `/stores/${store}/charts?measure=sum&of=amount&by=${by}`),
    );
    await page.getByRole('region', { name: 'Numbers' }).getByText('$2,700.00').waitFor();
    await choose(page, /^Kept charts/, 'Keep this chart…');
    await name(page, 'By item');
    await page.waitForURL(/charts\?view=[^&]+$/);
    await choose(page, /^Kept charts/, 'All kept charts');
    await page.getByRole('heading', { name: 'Kept charts' }).waitFor();
    await page.getByRole('img', { name: 'Sum of amount by item' }).waitFor();
    await page.getByText('$2,700').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'By item', exact: true }).click();
    await page.getByRole('region', { name: 'Numbers' }).getByText('$2,700.00').waitFor();
  },
  {
    permissions: ['clipboard-read', 'clipboard-write'],
    ...verifies('console.formats', 'console.kept-charts'),
  },
);

inBrowser(
  'a save of a view sends what was changed, and asks before it replaces what someone else has changed meanwhile',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const store = await addSales(server);
    const filters = (value: number) => ({
      sortBy: 'amount',
      sortDir: 'asc' as const,
      filters: [{ field: 'amount', op: 'gt' as const, value }],
    });
    const { id } = await vitrine.views.create(principal, store, {
      name: 'Large',
      kind: 'records',
      query: filters(200),
      display: {},
    });
    const stored = () => vitrine.views.get(principal, store, id);
    await open(`/stores/${store}?view=${id}`);
    await count(page, '3 of 5 records');
    await vitrine.views.update(principal, store, id, { name: 'Renamed' });
    await choose(page, /^By amount/, 'Oldest first');
    await page.waitForURL(/changed=1/);
    await choose(page, /^Views/, 'Save the changes');
    await expect.poll(async () => (await stored()).query.sortBy).toBe('date_created');
    expect((await stored()).name).toBe('Renamed');

    // Columns leave the filters that someone else has changed.
    await vitrine.views.update(principal, store, id, { query: filters(400) });
    await choose(page, /^Columns/, 'sold');
    const listed = page.waitForResponse((response) => /\/views\?/.test(response.url()));
    await choose(page, /^Views/, 'Save the changes');
    await count(page, '2 of 5 records');
    await (await listed).finished();
    expect(await stored()).toMatchObject({
      query: filters(400),
      display: { columns: { hidden: ['date_created', 'sold'] } },
    });

    await vitrine.views.update(principal, store, id, { query: filters(1_300) });
    await choose(page, /^By amount/, 'Oldest first');
    await page.waitForURL(/changed=1/);
    await choose(page, /^Views/, 'Save the changes');
    await page.getByText('Someone else has changed Renamed meanwhile. Yours is not saved.').last().waitFor();
    expect((await stored()).query).toMatchObject(filters(1_300));
    await page.getByRole('button', { name: 'Replace it by mine' }).click();
    await expect
      .poll(async () => (await stored()).query)
      .toMatchObject({ sortBy: 'date_created', filters: filters(400).filters });
    await page.getByText('Renamed is saved.').last().waitFor();
  },
  verifies('console.views'),
);

inBrowser(
  'columns that were changed in an open view stay over a new property, another screen and a reload, until they are saved or given up',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const store = await addSales(server);
    const { id } = await vitrine.views.create(principal, store, {
      name: 'Mine',
      kind: 'records',
      query: { sortBy: 'amount', sortDir: 'asc' },
      display: {},
    });
    const header = (text: string) => page.getByRole('columnheader', { name: new RegExp(text) });
    const changed = page.getByRole('button', { name: /^Views/ }).getByText('changed');
    await open(`/stores/${store}?view=${id}`);
    await header('sold').waitFor();
    await choose(page, /^Columns/, 'sold');
    await header('sold').waitFor({ state: 'detached' });
    await vitrine.stores.addProperty(principal, store, { name: 'extra', type: 'string' });
    await header('extra').waitFor();
    expect(await header('sold').count()).toBe(0);
    await page.getByRole('link', { name: 'Charts' }).click();
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.goBack();
    await header('extra').waitFor();
    expect(await header('sold').count()).toBe(0);
    await page.reload();
    await header('extra').waitFor();
    expect([await header('sold').count(), await changed.count()]).toEqual([0, 1]);

    await choose(page, /^Views/, 'Back to what is saved');
    await header('sold').waitFor();
    await choose(page, /^Columns/, 'item');
    await choose(page, /^Views/, 'Save the changes');
    await changed.waitFor({ state: 'detached' });
    // What is saved is that of everybody again.
    const { display } = await vitrine.views.get(principal, store, id);
    await vitrine.views.update(principal, store, id, {
      display: { ...display, columns: { ...(display.columns as object), hidden: [] } },
    });
    await page.reload();
    await header('item').waitFor();
    expect([await header('sold').count(), await changed.count()]).toEqual([1, 0]);
  },
  verifies('console.views'),
);

inBrowser(
  'pictures that are dropped on a cell are added and written into it and those below, and enlarged by a press',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const { id } = await vitrine.stores.create(principal, {
      name: 'Photos',
      properties: [
        { name: 'title', type: 'string' },
        { name: 'photo', type: 'url_image' },
      ],
    });
    await vitrine.records.batchUpsert(principal, id, { records: [{ title: 'a' }, { title: 'b' }] });
    await open(`/stores/${id}`);
    await page.locator('#cell-0-1').waitFor();
    const bytes = picture();
    const files = ['one.png', 'two.png'].map((name) => ({ name, bytes }));
    await sendFiles(page, 'drop', files, '#cell-0-1');
    await page.locator('#cell-1-1 img.cell-picture:not([hidden])').waitFor();
    await expect
      .poll(() => vitrine.records.count(principal, id, { filters: [{ field: 'photo', op: 'notEmpty' }] }))
      .toEqual({ count: 2 });
    const images = await vitrine.images.list(principal);
    expect(images.items.map(({ name }) => name).toSorted()).toEqual(['one', 'two']);
    await page.locator('#cell-0-1 img.cell-picture').click();
    await page.getByRole('dialog').getByRole('img', { name: 'Picture' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // A picture on another cell is no table to import.
    await sendFiles(page, 'drop', files, '#cell-0-0');
    await page.getByRole('grid').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/stores/${id}`);
  },
  verifies('console.dropped-pictures', 'console.F26'),
);
