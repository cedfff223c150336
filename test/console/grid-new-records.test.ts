import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { CLIPBOARD, cell, keptIn, paste } from './cell.ts';
import type { ConsoleServer } from './console-server.ts';

// Records that are begun here are added once, in their order, whatever becomes of the responses.

const { inBrowser } = consoleTests();
/** Enough that a browser is unlikely to give their kept values back in this order. */
const OTHERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const WRITES = /\/records$/;

const BUSY = JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' });

/** Creates a store without a unique value, with one record. Returns its id. */
async function addNotes({ vitrine, principal }: ConsoleServer): Promise<string> {
  const { id } = await vitrine.stores.create(principal, {
    name: 'Notes',
    properties: ['title', ...OTHERS].map((name) => ({ name, type: 'string' as const })),
  });
  await vitrine.records.add(principal, id, { title: '0' });
  return id;
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
