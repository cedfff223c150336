import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { CLIPBOARD, cell, edit, keptIn, paste } from './cell.ts';
import type { ConsoleServer } from './console-server.ts';
import { sendFiles } from './dropped-files.ts';
import { holdRequests } from './hold-requests.ts';

// Records that are begun here are added once, in their order, whatever becomes of the responses.

const { inBrowser } = consoleTests();
/** Enough that a browser is unlikely to give their kept values back in this order. */
const OTHERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const WRITES = /\/records$/;

const BUSY = JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' });

/** Creates a store without a unique value, with one record. Returns its id. */
async function addStore(
  { vitrine, principal }: ConsoleServer,
  types: Readonly<Record<string, 'string' | 'number' | 'url_image'>>,
): Promise<string> {
  const properties = Object.entries(types).map(([name, type]) => ({ name, type }));
  const { id } = await vitrine.stores.create(principal, { name: 'Notes', properties });
  await vitrine.records.add(principal, id, { title: '0' });
  return id;
}

const addNotes = (server: ConsoleServer) =>
  addStore(server, Object.fromEntries(['title', ...OTHERS].map((name) => [name, 'string'])));

/** Lets the clipboard take the next text only when the page calls `goOn`. */
async function holdClipboard(page: Page): Promise<void> {
  await page.evaluate(`{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async (text) => {
      await new Promise((done) => (window.goOn = done));
      await write(text);
    };
  }`);
}

/** Returns the titles of the records, the oldest first. */
async function titlesIn({ vitrine, principal }: ConsoleServer, store: string): Promise<unknown[]> {
  const { items } = await vitrine.records.list(principal, store, { limit: 100, sortDir: 'asc' });
  return items.map(({ title }) => title);
}

inBrowser(
  'adds a new record once whose response is lost, also after a reload',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    let stored = 0;
    await page.route(WRITES, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      stored += 1;
    });
    const lines = ['1', '2', '3'].map((title) => [title, ...OTHERS].join('\t'));
    await paste(page, 1, 0, lines.join('\n'));
    await expect.poll(() => stored).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await cell(page, 0, 0).waitFor();
    await expect.poll(() => keptIn(page)).toBe(0);
    expect(await titlesIn(server, store)).toEqual(['0', '1', '2', '3']);
  },
  { ...CLIPBOARD, ...verifies('console.goes-on') },
);

inBrowser(
  'adds new records in the order in which they were begun, also those that wait over a reload',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    let refused = 0;
    await page.route(WRITES, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      refused += 1;
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body: BUSY });
    });
    const lines = Array.from({ length: 20 }, (_, n) => `${n + 1}`);
    await paste(page, 1, 0, lines.join('\n'));
    await expect.poll(() => refused).toBeGreaterThan(0);
    await page.reload();
    await cell(page, 0, 0).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => keptIn(page)).toBe(0);
    expect(await titlesIn(server, store)).toEqual(['0', ...lines]);
  },
  { ...CLIPBOARD, ...verifies('console.goes-on') },
);

inBrowser(
  'the panel of a new record goes on in the record, also when the server takes it long after it was submitted',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    let refused = 0;
    await page.route(WRITES, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      refused += 1;
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body: BUSY });
    });
    await page.getByRole('button', { name: 'New record' }).first().click();
    const panel = page.getByRole('complementary');
    await panel.getByLabel(/^title/).fill('Begun');
    await panel.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => refused).toBeGreaterThan(0);
    // The client gives up for now, and the grid tries again later.
    await panel.locator('button[type=submit]:not([aria-busy])').waitFor();
    await panel.getByLabel(/^a/).click();
    await page.keyboard.type('half');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('The record is added.').first().waitFor();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(() => keptIn(page)).toBe(0);
    const { items } = await server.vitrine.records.list(server.principal, store, {
      limit: 10,
      sortDir: 'asc',
    });
    expect(items.map(({ title, a }) => [title, a])).toEqual([
      ['0', null],
      ['Begun', 'half whole'],
    ]);
  },
);

inBrowser(
  'whoever types in the grid while a new record is added goes on there',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    await cell(page, 0, 0).waitFor();
    const { asked, release } = await holdRequests(page, 'POST', WRITES);
    await page.getByRole('button', { name: 'New record' }).first().click();
    const panel = page.getByRole('complementary');
    await panel.getByLabel(/^title/).fill('Added');
    await panel.getByRole('button', { name: 'Add' }).click();
    await asked;
    await cell(page, 0, 0).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('half');
    release();
    await page.getByText('The record is added.').first().waitFor();
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(() => titlesIn(server, store)).toEqual(['half whole', 'Added']);
  },
);

inBrowser(
  'a picture that arrives after its line was left belongs to the record that was added meanwhile',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const store = await addStore(server, { title: 'string', picture: 'url_image' });
    const create = { width: 4, height: 4, channels: 3 as const, background: '#c00' };
    const bytes = await sharp({ create }).png().toBuffer();
    await open(`/stores/${store}`);
    await cell(page, 1, 0).waitFor();
    const { asked, release } = await holdRequests(page, 'POST', /\/images/);
    await sendFiles(page, 'drop', [{ name: 'red.png', bytes }], '#cell-1-1');
    await asked;
    await cell(page, 1, 0).click();
    await page.keyboard.type('Named');
    await page.keyboard.press('Enter');
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', 'Named']);
    release();
    const pictured = async () => {
      const { items } = await vitrine.records.list(principal, store, { limit: 10, sortDir: 'asc' });
      return items.map(({ title, picture }) => [title, picture !== null]);
    };
    await expect.poll(pictured).toEqual([
      ['0', false],
      ['Named', true],
    ]);
  },
);

inBrowser(
  'a refused text of a line stays when something else of the line is pasted, which adds the record',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 4\d\d/);
    const store = await addStore(server, { title: 'string', price: 'number' });
    await open(`/stores/${store}`);
    await paste(page, 1, 1, 'twelve or so');
    await page.locator('#cell-1-1.refused').waitFor();
    await paste(page, 1, 0, 'Lamp');
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', 'Lamp']);
    await cell(page, 1, 1).getByText('twelve or so').waitFor();
    await expect.poll(() => keptIn(page)).toBe(1);
  },
  CLIPBOARD,
);

inBrowser('a line whose only value is removed again becomes no record', async ({ page, open, server }) => {
  const store = await addNotes(server);
  await open(`/stores/${store}`);
  await cell(page, 1, 0).click();
  await page.keyboard.type('Begun');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await expect.poll(() => keptIn(page)).toBe(0);
  expect(await titlesIn(server, store)).toEqual(['0']);
});

inBrowser(
  'a duplicate has the values that are shown, also those on their way',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    await cell(page, 0, 0).waitFor();
    const { asked, release } = await holdRequests(page, 'PATCH', /\/records\//);
    await edit(page, 0, 0, 'Newer');
    await asked;
    await cell(page, 0, 0).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate the record' }).click();
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', 'Newer']);
    release();
    await expect.poll(() => titlesIn(server, store)).toEqual(['Newer', 'Newer']);
  },
);

inBrowser(
  'a cut empties the cells that were cut, though the user goes on before the clipboard has them',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await server.vitrine.records.add(server.principal, store, { title: '1' });
    await open(`/stores/${store}`);
    await cell(page, 1, 0).waitFor();
    await holdClipboard(page);
    await cell(page, 0, 0).click();
    await page.keyboard.press('ControlOrMeta+x');
    await page.keyboard.press('ArrowDown');
    await page.evaluate('window.goOn()');
    await expect.poll(() => titlesIn(server, store)).toEqual([null, '1']);
  },
  CLIPBOARD,
);

inBrowser(
  'a value that is removed while its record is being added is removed',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    const { asked, release } = await holdRequests(page, 'POST', WRITES);
    await paste(page, 1, 0, 'Kept\tRemoved');
    await asked;
    await cell(page, 1, 1).click();
    await page.keyboard.press('Delete');
    release();
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', 'Kept']);
    await expect.poll(() => keptIn(page)).toBe(0);
    const { items } = await server.vitrine.records.list(server.principal, store, {
      limit: 10,
      sortDir: 'desc',
    });
    expect(items.map(({ title, a }) => [title, a])).toContainEqual(['Kept', null]);
  },
  CLIPBOARD,
);

inBrowser(
  'lines are added whose refused values are removed together',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 4\d\d/);
    const store = await addStore(server, { title: 'string', price: 'number' });
    await open(`/stores/${store}`);
    await paste(page, 1, 0, 'Lamp\ttwelve\nDesk\tmany');
    await page.locator('#cell-2-1.refused').waitFor();
    await cell(page, 1, 1).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ControlOrMeta+Home');
    await expect.poll(async () => (await titlesIn(server, store)).toSorted()).toEqual(['0', 'Desk', 'Lamp']);
    await expect.poll(() => keptIn(page)).toBe(0);
  },
  CLIPBOARD,
);

inBrowser(
  'a cut of a new line reaches its record, though that was added meanwhile',
  async ({ page, open, server }) => {
    const store = await addNotes(server);
    await open(`/stores/${store}`);
    await cell(page, 1, 0).click();
    await page.keyboard.type('Cut');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Kept');
    await page.keyboard.press('Shift+Tab');
    await holdClipboard(page);
    await page.keyboard.press('ControlOrMeta+x');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', 'Cut']);
    await page.evaluate('window.goOn()');
    await expect.poll(() => titlesIn(server, store)).toEqual(['0', null]);
  },
  CLIPBOARD,
);
