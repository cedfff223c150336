import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { holdRequests } from './hold-requests.ts';
import { addHotels } from './sample-map.ts';

// What was decided about a file, and what is typed while a form is sent, is sent, kept or asked about.

let mapId = 0;
const { inBrowser } = consoleTests(async (running) => {
  mapId = await addHotels(running);
});

/** Writes a file that is the same each time that it is chosen. */
function write(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-typed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Ends the session of a page by a request with the revoked key, and signs in with the account key again. */
async function endSession(
  page: Page,
  server: ConsoleServer,
  keyId: string,
  act: () => Promise<void>,
): Promise<void> {
  await server.vitrine.apiKeys.revoke(server.principal, keyId);
  await act();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Key', { exact: true }).fill(server.key);
  await page.keyboard.press('Enter');
}

inBrowser(
  'what was decided about a file is there again, with the file, after the session has ended, and after a reload with the file chosen again',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 401/);
    page.on('dialog', (dialog) => dialog.accept());
    const { key, keyId } = await server.vitrine.apiKeys.create(server.principal, { name: 'short' });
    const file = write('prices.csv', 'sku,price\nA-1,3\nA-2,4\n');
    await open('/import', key);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Property for price').fill('cost');
    await page.getByLabel('Name of the store').fill('Costs');
    await endSession(page, server, keyId, () =>
      page.getByRole('button', { name: 'Try without writing' }).click({ noWaitAfter: true }),
    );
    await expect.poll(() => page.getByLabel('Property for price').inputValue()).toBe('cost');
    expect(await page.getByLabel('Name of the store').inputValue()).toBe('Costs');
    await page.reload();
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => page.getByLabel('Property for price').inputValue()).toBe('cost');
    await expectAccessible(page);
    await page.getByText('as you chose them for this file before').waitFor();
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await expect.poll(() => page.getByLabel('Property for price').inputValue()).toBe('price');
    expect(await page.getByLabel('Name of the store').inputValue()).toBe('Prices');
    expect(await page.getByRole('button', { name: 'Begin anew' }).count()).toBe(0);
    await page.getByLabel('Property for price').fill('cost');
    await page.getByLabel('Name of the store').fill('Costs');
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Costs' });
    const rows = await server.vitrine.records.query(server.principal, items[0]?.id ?? '', { sortBy: 'cost' });
    expect(rows.items).toMatchObject([{ cost: 3 }, { cost: 4 }]);
  },
  verifies('console.typed'),
);

inBrowser(
  'corrections of refused rows of a map are kept over the end of the session and a reload, until they are sent',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 401/);
    const { key, keyId } = await server.vitrine.apiKeys.create(server.principal, { name: 'short' });
    await open(`/maps/${mapId}/import`, key);
    const file = write(
      'shops.csv',
      'uniqueId;name;lat;lng\ngra;Graz;47,07;15,44\nbad;Nord;north;5\nsud;Sud;south;6\n',
    );
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await page.getByLabel('lat of row 2').fill('47,5');
    await endSession(page, server, keyId, () =>
      page.getByRole('button', { name: 'Import 1 corrected row' }).click({ noWaitAfter: true }),
    );
    await expect.poll(() => page.getByLabel('lat of row 2').inputValue()).toBe('47,5');
    await page.reload();
    await expect.poll(() => page.getByLabel('lat of row 2').inputValue()).toBe('47,5');
    expect(await page.getByLabel('lat of row 3').inputValue()).toBe('south');
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await page.getByLabel('lat of row 2').waitFor({ state: 'detached' });
    const { items } = await server.vitrine.locations.search(server.principal, mapId, { uniqueId: 'bad' });
    expect(items).toMatchObject([{ name: 'Nord', lat: 47.5, lng: 5 }]);
    await page.reload();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  },
  verifies('console.typed', 'console.F23'),
);

inBrowser(
  'a stopped import of a map stays stopped when corrected rows are sent: the others were never sent',
  async ({ page, open }) => {
    await open(`/maps/${mapId}/import`);
    const lines = Array.from(
      { length: 30 },
      (_, at) => `stop-${at};Stop ${at};${at === 0 ? 'north' : '47'};15`,
    );
    const file = write('stops.csv', ['uniqueId;name;lat;lng', ...lines, ''].join('\n'));
    await page.locator('input[type=file]').setInputFiles(file);
    const { release } = await holdRequests(page, 'POST', /\/locations$/);
    const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/locations'));
    await page.getByRole('button', { name: 'Import the file' }).click();
    await sent;
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    const stopped = page.getByRole('heading', { name: 'The import was stopped' });
    await stopped.waitFor();
    await page.getByLabel('lat of row 1').fill('47');
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await page.getByLabel('lat of row 1').waitFor({ state: 'detached' });
    await stopped.waitFor();
  },
  verifies('console.F23'),
);

inBrowser(
  'what is typed into a location, or as its correction, while the former text is saved stays',
  async ({ page, open, server: { vitrine, principal } }) => {
    const all = async () => (await vitrine.locations.search(principal, mapId, { limit: 100 })).items;
    const find = async (wanted: string) => (await all()).find(({ name }) => name === wanted);
    const porto = await find('Hotel Porto');
    await open(`/maps/${mapId}?id=${porto?.id}`);
    const phone = page.getByLabel('phone');
    await phone.fill('+351');
    const { release: save } = await holdRequests(page, 'PATCH', /\/locations\//);
    await page.getByRole('button', { name: 'Save' }).click();
    await phone.press('End');
    await page.keyboard.type(' 22');
    save();
    await page.getByText('Saved.').first().waitFor();
    expect(await phone.inputValue()).toBe('+351 22');
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => phone.inputValue()).toBe('+351 22');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await find('Hotel Porto'))?.fields).toMatchObject({ phone: '+351 22' });

    await open(`/maps/${mapId}?tab=review`);
    const settle = page.locator('.settle');
    await page.getByText(/^1 of/).waitFor();
    await settle.press('e');
    const address = settle.getByLabel('Correct the address');
    await address.fill('Hauptplatz 1');
    const { release: send } = await holdRequests(page, 'PATCH', /\/locations\//);
    await page.keyboard.press('Enter');
    await address.press('End');
    await page.keyboard.type(', Gr');
    const sent = page.waitForResponse((one) => one.request().method() === 'PATCH');
    send();
    await (await sent).finished();
    await page.waitForTimeout(300);
    await page.keyboard.type('az');
    expect(await address.inputValue()).toBe('Hauptplatz 1, Graz');
  },
  verifies('console.typed'),
);

inBrowser(
  'coordinates that are typed stay when the geocoder finds the address meanwhile',
  async ({ page, open, server: { vitrine, principal } }) => {
    const address = 'Stephansplatz 1, 1010 Wien, Österreich';
    const { id } = await vitrine.locations.add(principal, mapId, { name: 'Queued', address });
    await vitrine.runDueJobs();
    // The page sees it as it was before.
    let isQueued = true;
    const unknown = { geocodeStatus: 'queued', lat: null, lng: null, geocodeMatched: null };
    await page.route(/\/locations(?:[?/]|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items?: { id: string }[]; id?: string };
      for (const item of body.items ?? [body]) if (isQueued && item.id === id) Object.assign(item, unknown);
      await route.fulfill({ response, json: body });
    });
    await open(`/maps/${mapId}?id=${id}`);
    const coordinates = page.getByLabel('Latitude, longitude');
    await coordinates.fill('47.5, 13');
    isQueued = false;
    await page.locator('.location-matched').waitFor();
    expect(await coordinates.inputValue()).toBe('47.5, 13');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => vitrine.locations.get(principal, mapId, id))
      .toMatchObject({ lat: 47.5, lng: 13, geocodeStatus: 'manual' });
  },
  verifies('console.typed'),
);
