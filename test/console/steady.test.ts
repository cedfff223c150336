import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { oauthClient } from '../e2e/oauth-client.ts';
import { consoleTests } from './browser.ts';
import { addAirports } from './sample-data.ts';
import { addHotels } from './sample-map.ts';

// A button that moves between the press and the release of the pointer is not pressed, or another one is. So what comes
// late does not move what is shown already.

const AIRPORTS = fileURLToPath(new URL('../../examples/data/airports.csv', import.meta.url));
/** Milliseconds until the server answers: differing, so that the parts of a screen come one after the other. */
const ANSWER_MS = { least: 100, more: 400 };
/** Pixels that nobody notices. */
const TOLERANCE = 5;

let airports = '';
let mapId = 0;

const { inBrowser } = consoleTests(async (server) => {
  airports = await addAirports(server);
  mapId = await addHotels(server);
  const { vitrine, principal } = server;
  const display = { by: [['state']], top: '10' };
  await vitrine.views.create(principal, airports, { name: 'By state', kind: 'chart', display });
});

const WATCH = `
  window.moved = [];
  const PRESSED = 'button, a, input, select';
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: before, currentRect: after } of sources) {
        const pressed = node instanceof Element && (node.matches(PRESSED) ? node : node.querySelector(PRESSED));
        if (!pressed || before.height === 0 || after.height === 0) continue;
        const pixels = Math.round(after.y - before.y);
        if (Math.abs(pixels) > ${TOLERANCE}) window.moved.push((pressed.ariaLabel ?? pressed.textContent) + ': ' + pixels);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Lets the server answer late, and notes from now on what is moved after it was shown. */
async function slowDown(page: Page): Promise<void> {
  let count = 0;
  await page.route('**/v2/**', async (route) => {
    count += 1;
    const wait = ANSWER_MS.least + ((count * 137) % ANSWER_MS.more);
    await new Promise((done) => setTimeout(done, wait));
    await route.continue().catch(() => {});
  });
  // A stream would keep the network busy.
  await page.route('**/v2/stores/*/changes*', (route) => route.fulfill({ status: 403 }));
  await page.addInitScript(WATCH);
}

async function movedIn(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState('networkidle');
  return await page.evaluate<string[]>('window.moved');
}

const SCREENS = [
  { path: () => `/stores/${airports}/schema`, last: 'All 3,376 records have a value' },
  { path: () => `/stores/${airports}/charts`, last: 'What do you want to see?' },
  {
    path: () => `/stores/${airports}/charts?by=${encodeURIComponent('[["state"]]')}`,
    last: 'Number of records by state',
  },
  { path: () => `/maps/${mapId}`, last: 'Hotel Lisboa' },
] as const;

inBrowser(
  'what comes late does not move what can be pressed already',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 403/);
    await slowDown(page);
    for (const { path, last } of SCREENS) {
      await open(path());
      await page.getByText(last).first().waitFor();
      expect(await movedIn(page), path()).toEqual([]);
    }
  },
);

inBrowser(
  'the first rows of a file do not move the buttons below them',
  async ({ page, open }) => {
    await slowDown(page);
    await open('/import');
    // What reads the rows is loaded with the first file.
    await page.route('**/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, ANSWER_MS.more));
      await route.continue();
    });
    await page.locator('input[type=file]').setInputFiles(AIRPORTS);
    await page.getByRole('region', { name: /^First rows/ }).waitFor();
    expect(await movedIn(page)).toEqual([]);
  },
  { height: 2_000 },
);

inBrowser(
  'who is asked to allow a client gets the whole question at once',
  async ({ page, open, server }) => {
    const client = await oauthClient(server.url, 'https://claude.ai/api/mcp/auth_callback', {
      client_name: 'Claude',
    });
    await open('/keys');
    await slowDown(page);
    await page.goto(client.authorizeUrl().href);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await movedIn(page)).toEqual([]);
  },
);
