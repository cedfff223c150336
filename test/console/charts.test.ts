import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addAirports, addOrders } from './sample-data.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let airports = '';
let orders = '';
let hostile = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  const { vitrine, principal } = opened;
  airports = await addAirports(opened);
  orders = await addOrders(opened);
  const store = await vitrine.stores.create(principal, {
    name: HOSTILE,
    properties: [
      { name: 'value', type: 'string' },
      { name: '👋🏽 "count"', type: 'number' },
    ],
  });
  hostile = store.id;
  const texts = [HOSTILE, `مرحبا ${'x'.repeat(10_000)}`, '', ' ', "=1+1,'", null];
  const records = texts.map((value, index) => ({ value, '👋🏽 "count"': index === 3 ? null : index / 10 }));
  await vitrine.records.batchUpsert(principal, hostile, { records });
});

type Parameters = Readonly<Record<string, string>>;

const address = (storeId: string, parameters: Parameters) =>
  `/stores/${storeId}/charts?${new URLSearchParams(parameters)}`;
const table = (page: Page) => page.getByRole('region', { name: 'Numbers' });
const rows = (page: Page) => table(page).getByRole('row');
const picture = (page: Page, name: string) => page.getByRole('img', { name }).waitFor();

/** Returns how many records of each group the table names, and how many its link shows. */
async function linkedCounts(page: Page, storeId: string): Promise<{ named: number; linked: number }[]> {
  const links = await table(page)
    .locator('tbody tr')
    .evaluateAll((all) =>
      (
        all as unknown as {
          querySelector(selector: string): { href: string } | null;
          textContent: string;
          lastElementChild: { textContent: string };
        }[]
      ).map((row) => ({ href: row.querySelector('a')?.href ?? '', count: row.lastElementChild.textContent })),
    );
  const counts: { named: number; linked: number }[] = [];
  for (const { href, count } of links) {
    if (href === '') continue;
    const parts: [string, string, unknown?][] = JSON.parse(new URL(href).searchParams.get('filter') ?? '[]');
    const filters = parts.map(([field, op, value]) => ({ field, op, value })) as never;
    const { vitrine, principal } = server();
    const found = await vitrine.records.count(principal, storeId, { filters });
    counts.push({ named: Number(count.replaceAll(',', '')), linked: found.count });
  }
  return counts;
}

inBrowser(
  'is put together from a suggestion, keeps everything in the address, and opens the records of a bar',
  async ({ page, open }) => {
    await open(`/stores/${airports}`);
    await page.getByRole('link', { name: 'Charts' }).click();
    await page.getByRole('heading', { name: 'What do you want to see?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Records by state' }).click();
    await picture(page, 'Number of records by state: 20 groups');
    await page.getByText('There are more groups: these are the first 20.').waitFor();
    await expect.poll(() => rows(page).nth(1).textContent()).toBe('AK263');
    await page.getByLabel('Show').selectOption('avg');
    await page.getByLabel('Of', { exact: true }).selectOption('longitude');
    await picture(page, 'Average of longitude by state');
    await expectAccessible(page);
    const shown = await table(page).textContent();
    await page.reload();
    await picture(page, 'Average of longitude by state');
    expect(await table(page).textContent()).toBe(shown);
    await page.goBack();
    await page.goBack();
    await picture(page, 'Number of records by state');
    await page.locator('.mark').nth(1).click();
    await page.getByText('209 of 3,376 records').waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('[["state","eq","TX"]]');
    await page.getByRole('link', { name: 'Charts' }).click();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('[["state","eq","TX"]]');
  },
  verifies('console.charts'),
);

inBrowser('has the filters of the grid', async ({ page, open }) => {
  await open(address(airports, { by: '[["state"]]', top: '100' }));
  await page.getByText('57 groups, 3,376 records').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Field').selectOption('latitude');
  await page.getByLabel('Operator').selectOption('gt');
  await page.getByRole('textbox', { name: 'Value' }).fill('60');
  await page.getByText(/^\d groups?, \d+ records$/).waitFor();
  expect(await rows(page).count()).toBeLessThan(5);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'AK' }).click();
  await page.getByText(/^\d+ of 3,376 records$/).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove the filters' }).click();
  await page.getByText('57 groups, 3,376 records').waitFor();
  // The only order of that day has no amount.
  const day = { filter: '[["ordered","on","2025-12-12"]]', measure: 'avg', of: 'amount' };
  await open(address(orders, { ...day, by: '[["ordered","day"]]', chart: 'line' }));
  await page.getByText('No record has a value of what is measured.').waitFor();
  await open(address(airports, { by: '[["state"]]', filter: '[["state","eq","nowhere"]]' }));
  await page.getByText('No record matches the filters.').waitFor();
  await expectAccessible(page);
});

const CHARTS: readonly (readonly [title: string, parameters: Parameters])[] = [
  ['single texts', { by: '[["channel"]]' }],
  ['yes and no', { by: '[["gift"]]' }],
  ['months of UTC', { by: '[["ordered","month"]]', chart: 'line' }],
  ['days of UTC', { by: '[["ordered","day"]]' }],
  ['weeks of Berlin by channel', { by: '[["ordered","week","Europe/Berlin"],["channel"]]' }],
  ['days of New York', { by: '[["ordered","day","America/New_York"]]' }],
  ['hours of Kathmandu', { by: '[["ordered","hour","Asia/Kathmandu"]]' }],
  ['quarters', { by: '[["ordered","quarter"],["gift"]]', measure: 'sum', of: 'amount' }],
  ['steps of a tenth', { by: '[["amount",0.1]]', chart: 'histogram' }],
  ['automatic steps by gift', { by: '[["amount"],["gift"]]', chart: 'histogram' }],
  ['single numbers', { by: '[["amount","each"]]', top: '100', measure: 'max', of: 'amount' }],
];

inBrowser('every link of the table shows exactly the records that are counted', async ({ page, open }) => {
  for (const [title, parameters] of CHARTS) {
    await open(address(orders, parameters));
    await table(page).waitFor();
    const counts = await linkedCounts(page, orders);
    expect(counts.length, title).toBeGreaterThan(1);
    for (const { named, linked } of counts) expect(linked, title).toBe(named);
  }
});

inBrowser(
  'draws a line of two groupings in a time zone, and a histogram of automatic steps',
  async ({ page, open }) => {
    const by = '[["ordered","month","Europe/Berlin"],["channel"]]';
    await open(address(orders, { chart: 'line', measure: 'sum', of: 'amount', by }));
    await picture(page, 'Sum of amount by ordered (months, Europe/Berlin) and channel');
    expect(await page.locator('.plot .line').count()).toBe(4);
    await expectAccessible(page);
    await page.locator('.plot').hover({ position: { x: 120, y: 120 } });
    await page.locator('.plot-tip').getByText('Web').waitFor();
    await page.getByLabel('Group by').selectOption('amount');
    await page.getByLabel('Chart', { exact: true }).selectOption('histogram');
    await page.getByLabel('Then by').selectOption('');
    await page.getByLabel('Show').selectOption('count');
    await picture(page, 'Number of records by amount (steps of 5): 17 groups');
    await page.getByLabel('In', { exact: true }).selectOption('width');
    await page.getByLabel('Width of a step').fill('20');
    await picture(page, 'Number of records by amount (steps of 20): 5 groups');
    await expect.poll(() => rows(page).last().textContent()).toBe('empty45');
    expect(new URL(page.url()).searchParams.get('by')).toBe('[["amount",20]]');
  },
);

inBrowser('saves the picture as SVG and PNG, and the numbers as CSV', async ({ page, open }) => {
  await open(address(orders, { by: '[["channel"],["gift"]]' }));
  await picture(page, 'Number of records by channel and gift');
  const save = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Save' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await save(/SVG/);
  expect(svg.name).toBe('Orders Number of records by channel and gift.svg');
  expect(svg.bytes.toString()).toContain('Telephone');
  expect(svg.bytes.toString()).not.toMatch(/class=|var\(|light-dark/);
  const drawn = await sharp(svg.bytes).metadata();
  expect(drawn.width).toBeGreaterThan(600);
  const png = await sharp((await save(/PNG/)).bytes).metadata();
  expect([png.format, png.width]).toEqual(['png', 2 * drawn.width]);
  const csv = (await save(/CSV/)).bytes.toString().split('\r\n');
  expect(csv[0]).toBe('channel,gift,Number of records');
  expect(csv).toHaveLength((await rows(page).count()) + 1);
});

inBrowser(
  'names and values stay text, and an address with what does not exist says so',
  async ({ page, open, allowErrors }) => {
    await open(address(hostile, { by: '[["value"]]' }));
    await picture(page, 'Number of records by value: 6 groups');
    await page.getByRole('rowheader', { name: HOSTILE }).waitFor();
    await page.getByRole('rowheader', { name: 'empty', exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // Unset and empty texts can't be told apart by a filter; a blank and a very long text are no filter either.
    expect(await table(page).getByRole('link').count()).toBe(2);
    for (const { named, linked } of await linkedCounts(page, hostile)) expect(linked).toBe(named);
    await open(address(hostile, { by: '[["👋🏽 \\"count\\"",0.1]]', chart: 'histogram' }));
    await picture(page, 'Number of records by 👋🏽 "count" (steps of 0.1)');
    // Unset numbers are a group with a filter of its own.
    const counts = await linkedCounts(page, hostile);
    expect(counts).toHaveLength(6);
    for (const { named, linked } of counts) expect(linked).toBe(named);
    await open(address(hostile, { by: '[["price"]]' }));
    await page.getByText('This store has no property “price”. It may have been renamed.').waitFor();
    allowErrors(/status of 400/);
    await open(address(orders, { by: '[["ordered","day","Mars/Olympus"]]' }));
    await page.getByRole('alert').getByText('IANA name of a time zone').waitFor();
    await expectAccessible(page);
  },
);

inBrowser(
  'a store key sees charts of its store, on a phone too',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { key } = await vitrine.apiKeys.create(principal, { name: 'one', storeId: orders });
    await open(address(orders, { by: '[["ordered"],["channel"]]' }), key);
    await picture(page, 'Number of records by ordered (months) and channel');
    expect(await page.getByRole('link', { name: 'Schema' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  },
  { width: 360, height: 740 },
);

inBrowser(
  'says that the server does not answer, and draws the chart when it does',
  async ({ page, open, server: own, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open(address(orders, { by: '[["channel"]]' }));
    await picture(page, 'Number of records by channel');
    await own.stop();
    await page.getByLabel('Group by').selectOption('country');
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await expectAccessible(page);
    await own.start();
    await picture(page, 'Number of records by country');
  },
);
