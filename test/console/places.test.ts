import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { addAirports } from './sample-data.ts';
import { addHotels } from './sample-map.ts';
import { addTimers } from './sample-timers.ts';

// What all screens have in common: ways between them, and what is shown where there is none.

let airports = '';
let mapId = 0;
const { inBrowser, server } = consoleTests(async (running) => {
  airports = await addAirports(running, 40);
  mapId = await addHotels(running);
  await addTimers(running);
});

const PLACES = [
  'Stores',
  'Timers',
  'Images',
  'Fonts',
  'Maps',
  'Webhooks',
  'Keys and agents',
  'Server',
] as const;
const OFFLINE = 'The server does not answer. Trying again';

const place = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

/** Waits until the heading of the screen has the focus. */
async function expectFocusAt(page: Page, title: string): Promise<void> {
  await expect
    .poll(() => page.evaluate('document.activeElement.tagName + " " + document.activeElement.textContent'))
    .toBe(`H1 ${title}`);
}

inBrowser('whoever follows a link, or goes back, is at the heading of the screen', async ({ page, open }) => {
  await open('/stores');
  await heading(page, 'Stores').waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  for (const name of PLACES.slice(1)) {
    await place(page, name).focus();
    await page.keyboard.press('Enter');
    await expectFocusAt(page, name);
    await expect.poll(() => page.title()).toBe(`${name} · Vitrine`);
  }
  await page.goBack();
  await expectFocusAt(page, 'Keys and agents');
  await page.goForward();
  await expectFocusAt(page, 'Server');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
});

inBrowser(
  'a screen whose code the server could not send is shown as soon as it answers',
  async ({ page, open, allowErrors }) => {
    allowErrors(/Failed to (?:load resource|fetch)|ERR_CONNECTION/);
    await open('/stores');
    await heading(page, 'Stores').waitFor();
    await server().stop();
    for (const name of ['Maps', 'Fonts']) {
      await place(page, name).click();
      await heading(page, 'The server does not answer').waitFor();
      await page.getByText(OFFLINE).waitFor();
    }
    await expectAccessible(page);
    await server().start();
    await heading(page, 'Fonts').waitFor();
    await page.getByText(OFFLINE).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/console/fonts');
  },
  verifies('console.goes-on'),
);

inBrowser(
  'a map, its locations and the timers are shown as soon as the server answers',
  async ({ page, open, allowErrors }) => {
    allowErrors(/Failed to (?:load resource|fetch)|ERR_CONNECTION/);
    await open(`/maps/${mapId}`);
    await page.getByText('Hotel Porto').first().waitFor();
    await place(page, 'Timers').click();
    await page.getByRole('article').first().waitFor();
    await place(page, 'Maps').click();
    await page.getByRole('link', { name: 'Hotels' }).waitFor();
    await server().stop();
    await page.getByRole('link', { name: 'Hotels' }).click();
    await heading(page, 'The server does not answer').waitFor();
    await server().start();
    await page.getByText('Hotel Porto').first().waitFor();

    await server().stop();
    await page.getByLabel('Search by address').fill('Wien');
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await server().start();
    await page.getByText('Hotel Belvedere').first().waitFor();
    await page.getByText('Hotel Porto').first().waitFor({ state: 'hidden' });

    await server().stop();
    await place(page, 'Timers').click();
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await server().start();
    await page.getByRole('article').first().waitFor();
  },
  verifies('console.goes-on'),
);

inBrowser(
  'a page of an older version says that the server was updated, and loads the new one',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 404/);
    await open('/stores');
    await heading(page, 'Stores').waitFor();
    await page.route(/assets\/fonts-screen-\w+\.js$/, (route) => route.fulfill({ status: 404 }));
    await place(page, 'Fonts').click();
    await heading(page, 'The server was updated').waitFor();
    await page.unroute(/assets\/fonts-screen-\w+\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Fonts').waitFor();
  },
);

inBrowser('what does not exist has a heading, a title and a way on', async ({ page, open, allowErrors }) => {
  allowErrors(/status of 404/);
  for (const [path, title] of [
    ['/nothing', 'There is no such page'],
    ['/maps/999999', 'Not found'],
    ['/timers/999999', 'Not found'],
    ['/stores/none', 'Not found'],
    ['/stores/none/charts', 'Not found'],
    ['/stores/none/schema', 'Not found'],
    ['/stores/none/import', 'Not found'],
    ['/keys/01a209c4-f9ff-736e-825b-000000000000/agent', 'There is no such key'],
  ] as const) {
    await open(path);
    await heading(page, title).waitFor();
    expect(await page.getByRole('heading').count(), path).toBe(1);
    await expect.poll(() => page.title()).toBe(`${title} · Vitrine`);
  }
  await expectAccessible(page);
});

inBrowser(
  'every screen fits into 360 pixels',
  async ({ page, open }) => {
    // The stream of a grid's changes stays open.
    const asked = new Set<Request>();
    page.on('request', (request) => !request.url().includes('/changes') && asked.add(request));
    page.on('requestfinished', (request) => asked.delete(request));
    page.on('requestfailed', (request) => asked.delete(request));
    for (const path of [
      '/stores',
      `/stores/${airports}`,
      `/stores/${airports}/charts?by=[["state"]]`,
      `/stores/${airports}/schema`,
      `/stores/${airports}/import`,
      `/stores/${airports}/deleted`,
      '/deleted-stores',
      '/import',
      '/live-images',
      '/timers',
      '/timers/new',
      '/images',
      '/fonts',
      '/maps',
      `/maps/${mapId}`,
      `/maps/${mapId}?tab=review`,
      `/maps/${mapId}?edit=1`,
      '/webhooks',
      '/webhooks?new=1',
      '/keys',
      '/keys?new=1',
      '/server',
    ]) {
      await open(path);
      await page.locator('main h1').waitFor();
      await expect.poll(() => asked.size).toBe(0);
      // Values of properties are counted only when their line comes into sight.
      await expect.poll(() => page.locator('.skeleton:not(.property-values *)').count()).toBe(0);
      const wider = await page.evaluate(
        `[document.documentElement, document.querySelector('main'), ...document.querySelectorAll('dialog')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.tagName + ' ' + element.scrollWidth)`,
      );
      const height = await page.evaluate('document.documentElement.scrollHeight - innerHeight');
      expect(height, `${path}: only the content scrolls`).toBe(0);
      expect(wider, path).toEqual([]);
    }
  },
  { width: 360, height: 740, timeout: 240_000 },
);

inBrowser('the palette finds stores, timers and maps by their names', async ({ page, open }) => {
  await open('/server');
  await heading(page, 'Server').waitFor();
  for (const [text, option, title] of [
    ['hotel', 'Hotels Map', 'Hotels'],
    ['airp', 'Airports Store', 'Airports'],
    ['flash', 'Flash offer Timer', 'Flash offer'],
    ['serv', 'Go to Server Page', 'Server'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, title).waitFor();
  }
});

inBrowser(
  'the row of the palette that the arrow keys have chosen stays chosen when others arrive above it',
  async ({ page, open }) => {
    await open('/server');
    const stores = await holdRequests(page, 'GET', /\/v2\/stores\?.*q=/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('a');
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    const row = (await chosen.textContent()) ?? '';
    await stores.asked;
    stores.release();
    await page.getByRole('option', { name: 'Airports Store' }).waitFor();
    expect(await chosen.textContent()).toBe(row);
    await page.keyboard.press('Enter');
    await heading(page, row.replace(/^Go to /, '').replace(/(Page|Timer|Map)$/, '')).waitFor();
  },
);

inBrowser(
  'the borders of a map are loaded again when they could not be loaded',
  async ({ page, open, allowErrors }) => {
    allowErrors(/ERR_FAILED/);
    let asked = 0;
    await page.route(/countries-110m/, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await open(`/maps/${mapId}`);
    await page.locator('.world-map .borders').waitFor({ state: 'attached' });
    expect(asked).toBe(2);
  },
  verifies('console.goes-on'),
);

inBrowser(
  'a file that nothing takes does not replace the console, and the page of the API has its key',
  async ({ page, context, open, server }) => {
    await open('/keys');
    await heading(page, 'Keys and agents').waitFor();
    const effects = await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a.csv'));
      const event = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(event);
      return [event.defaultPrevented, dataTransfer.dropEffect];
    })()`);
    expect(effects).toEqual([true, 'none']);
    const docs = await context.newPage();
    await docs.goto(`${server.url}/docs`);
    await docs.getByText('Requests have the key of the console').waitFor();
    await docs
      .getByRole('button', { name: /\/v2\/whoami/ })
      .first()
      .click();
    await docs.getByRole('button', { name: 'Try it out' }).click();
    await docs.getByRole('button', { name: 'Execute' }).click();
    await docs.locator('.response .microlight').getByText('Sample shop').first().waitFor();
    await docs.setViewportSize({ width: 390, height: 844 });
    expect(await docs.evaluate('document.documentElement.scrollWidth')).toBe(390);
    // The sum of red, green and blue of what is behind the page, and of its text.
    const shade = (property: string) =>
      docs.evaluate<number>(
        `getComputedStyle(document.body)['${property}'].match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)`,
      );
    expect(await shade('backgroundColor')).toBeGreaterThan(600);
    await docs.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => shade('backgroundColor')).toBeLessThan(200);
    expect(await shade('color')).toBeGreaterThan(400);
  },
  verifies('console.F22', 'console.F28'),
);
