import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { addProducts } from './sample-data.ts';
import { addHotels } from './sample-map.ts';

// What the server has done is done once, although its answers are lost and a form is sent again.

let products = '';
let mapId = 0;
const { inBrowser } = consoleTests(async (running) => {
  products = await addProducts(running);
  mapId = await addHotels(running);
});

/** A button whose action is not under way. Before that a press does nothing. */
const IDLE = ':not([aria-busy])';

/** The attempts of one call. */
const ATTEMPTS = 3;

/** Loses the answers to what is sent by POST to a path. Returns the number of them, and what ends that. */
async function loseAnswers(page: Page, path: RegExp) {
  let lost = 0;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
    lost += 1;
  });
  return { lost: () => lost, end: () => page.unrouteAll({ behavior: 'wait' }) };
}

inBrowser(
  'a form that is sent again after a lost answer creates once, and creates another when its content has changed',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_RESET/);
    const count = (text: string, items: readonly object[]) =>
      items.filter((item) => Object.values(item).includes(text)).length;
    const dialog = page.getByRole('dialog');
    const named = dialog.getByLabel('Name', { exact: true });
    for (const { at, begin, field = named, text = 'Lost', submit, path, all } of [
      {
        at: '/maps?new=1',
        submit: 'Create the map',
        path: /\/v2\/maps$/,
        all: async () => (await vitrine.maps.list(principal, { limit: 100 })).items,
      },
      {
        at: '/keys?new=1',
        submit: 'Create the key',
        path: /\/admin\/keys$/,
        all: async () => (await vitrine.apiKeys.list(principal, { limit: 100 })).items,
      },
      {
        at: '/webhooks?new=1',
        field: dialog.getByLabel('Address', { exact: true }),
        text: 'https://a.example/lost',
        submit: 'Create the webhook',
        path: /\/v2\/webhooks$/,
        all: async () => (await vitrine.webhooks.list(principal, { limit: 100 })).items,
      },
      {
        at: `/maps/${mapId}?id=new`,
        begin: () => page.getByLabel('Latitude, longitude').fill('48.2, 16.3'),
        field: page.getByLabel('Name', { exact: true }),
        submit: 'Save',
        path: /\/locations$/,
        all: async () => (await vitrine.locations.search(principal, mapId, { limit: 100 })).items,
      },
      {
        at: `/stores/${products}`,
        begin: async () => {
          await page.getByRole('button', { name: 'Views' }).click();
          await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
        },
        submit: 'Save',
        path: /\/views$/,
        all: async () => (await vitrine.views.list(principal, products, { limit: 100 })).items,
      },
      {
        at: '/import',
        begin: () =>
          page
            .locator('input[type=file]')
            .first()
            .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nFirst\n') }),
        field: page.getByLabel('Name of the store'),
        submit: 'Import the file',
        path: /\/v2\/stores$/,
        all: async () => (await vitrine.stores.list(principal, { limit: 100 })).items,
      },
    ]) {
      await open(at);
      await begin?.();
      await field.fill(text);
      const losing = await loseAnswers(page, path);
      const button = page.getByRole('button', { name: submit, exact: true }).and(page.locator(IDLE));
      await button.click();
      await expect.poll(losing.lost, { message: at }).toBe(ATTEMPTS);
      expect(count(text, await all())).toBe(1);
      // Other content is another request.
      await field.fill(`${text}2`);
      await button.click();
      await expect.poll(losing.lost, { message: at }).toBe(2 * ATTEMPTS);
      expect(count(`${text}2`, await all())).toBe(1);
      await losing.end();
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'POST' && path.test(new URL(response.url()).pathname),
      );
      await button.click();
      await answered;
      expect([count(text, await all()), count(`${text}2`, await all())]).toEqual([1, 1]);
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'an import that is started again after a lost answer is the one that the server has begun, also one of corrected records',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_RESET/);
    const properties = [
      { name: 'item', type: 'string' as const },
      { name: 'price', type: 'number' as const },
    ];
    const { id } = await vitrine.stores.create(principal, { name: 'No key', properties });
    const count = async () => (await vitrine.records.count(principal, id, {})).count;
    const text = `item,price\n${Array.from({ length: 20 }, (_, n) => `i${n},${n}`).join('\n')}\nbad,??\n`;
    await open(`/stores/${id}/import`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const imports = /\/imports(?:\?|$)/;
    const sendTwice = async (name: string) => {
      const losing = await loseAnswers(page, imports);
      await page.getByRole('button', { name }).click();
      await expect.poll(losing.lost).toBe(1);
      await losing.end();
      await page.getByRole('button', { name, disabled: false }).click();
      await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    };
    await sendTwice('Import the file');
    expect(await count()).toBe(20);
    await page.getByLabel('price of line 22').fill('7');
    await sendTwice('Import 1 corrected record');
    expect(await count()).toBe(21);
  },
  verifies('console.typed'),
);

inBrowser(
  'a save of a design whose answer was lost is made once, as a copy too, and the next press has the answer',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_RESET/);
    for (const { kind, copy, saved } of [
      { kind: 'timers', copy: 'Save as a new timer', saved: () => vitrine.timers.list(principal, {}) },
      {
        kind: 'live-images',
        copy: 'Save as a new image',
        saved: () => vitrine.liveImages.list(principal, {}),
      },
    ]) {
      const toasts = page.locator('.toast');
      const noAnswer = toasts.filter({ hasText: 'The server does not answer' });
      const width = page.getByRole('spinbutton', { name: 'Width', exact: true });
      await open(`/${kind}/new`);
      await width.fill('400');
      await page.keyboard.press('Control+s');
      const button = page.getByRole('button', { name: copy });
      await button.waitFor();
      for (const { press, count } of [
        { press: () => page.keyboard.press('Control+s'), count: 1 },
        { press: () => button.click(), count: 2 },
      ]) {
        const { searchParams } = new URL(page.url());
        await width.fill(String(400 + count));
        const answers = await loseAnswers(page, /\/save$/);
        await press();
        await expect.poll(answers.lost).toBe(ATTEMPTS);
        await noAnswer.first().waitFor();
        await answers.end();
        // The message of the round before may still be shown.
        await page.locator('button[aria-busy]').waitFor({ state: 'hidden' });
        await press();
        await expect
          .poll(() => new URL(page.url()).searchParams.get('draft'))
          .not.toBe(searchParams.get('draft'));
        expect((await saved()).items).toHaveLength(count);
        await expect.poll(() => width.inputValue()).toBe(String(400 + count));
        await button.waitFor();
      }
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'a new store whose import is started again after a lost answer is the one that was made for the file',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_RESET/);
    const made = async () =>
      (await vitrine.stores.list(principal, { limit: 100 })).items.filter(({ name }) =>
        name.startsWith('Wares'),
      );
    const choose = (content: string) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'wares.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    const button = page.getByRole('button', { name: 'Import the file', disabled: false });
    await open('/import');
    await choose('item\none\ntwo\n');
    await page.getByLabel('Name of the store').waitFor();
    const losing = await loseAnswers(page, /\/imports(?:\?|$)/);
    await button.click();
    await expect.poll(losing.lost).toBe(1);
    await button.waitFor();
    const [first] = await made();
    // Another name is another store, and the first one does not stay beside it.
    await page.getByLabel('Name of the store').fill('Wares 2');
    await button.click();
    await expect.poll(losing.lost).toBe(2);
    await button.waitFor();
    const [second, ...others] = await made();
    expect([second?.name, others]).toEqual(['Wares 2', []]);
    expect(second?.id).not.toBe(first?.id);
    await losing.end();
    await button.click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect((await made()).map(({ id }) => id)).toEqual([second?.id]);
    expect((await vitrine.records.count(principal, second?.id ?? '', {})).count).toBe(2);
  },
  verifies('console.typed'),
);
