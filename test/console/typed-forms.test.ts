import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { addProducts } from './sample-data.ts';
import { addHotels } from './sample-map.ts';

// What is typed into a form is sent, kept or asked about, whatever happens.

let products = '';
let mapId = 0;
const { inBrowser, server } = consoleTests(async (running) => {
  products = await addProducts(running);
  mapId = await addHotels(running);
});

const OFFLINE = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

/** Notes the questions of the browser, and stays each time. */
function stayAlways(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  return asked;
}

/** Holds the requests of a method whose path matches, until it is called. */
async function hold(page: Page, method: string, path: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

inBrowser(
  'asks before a dialog is left by Back, a link or a reload, also after the server has refused it or did not answer',
  async ({ page, open, allowErrors }) => {
    allowErrors(OFFLINE);
    allowErrors(/status of 400/);
    const asked = stayAlways(page);
    await open('/maps');
    await page.getByRole('button', { name: 'New map' }).click();
    const dialog = page.getByRole('dialog', { name: 'New map' });
    const name = dialog.getByLabel('Name');
    await name.fill('Typed');
    // The dialog is a place of the address: Back would close it.
    await page.goBack();
    await expect.poll(() => asked).toEqual(['confirm']);
    expect(await name.inputValue()).toBe('Typed');
    await server().stop();
    await dialog.getByRole('button', { name: 'Create the map' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.evaluate('location.reload()');
    await expect.poll(() => asked).toEqual(['confirm', 'beforeunload']);
    await page.goBack();
    await expect.poll(() => asked).toEqual(['confirm', 'beforeunload', 'confirm']);
    expect(await name.inputValue()).toBe('Typed');
    await server().start();
    await dialog.getByRole('button', { name: 'Create the map' }).click();
    // What is saved is no question.
    await page.getByRole('heading', { name: 'Typed', level: 1 }).waitFor();
    expect(asked).toHaveLength(3);
  },
  verifies('console.typed'),
);

inBrowser(
  'a response leads nobody away who has left meanwhile',
  async ({ page, open, server: { vitrine, principal } }) => {
    page.on('dialog', (dialog) => dialog.accept());
    const { id: storeId } = await vitrine.stores.create(principal, {
      name: 'Deleted one',
      properties: [{ name: 'text', type: 'string' }],
    });
    const { keyId } = await vitrine.apiKeys.create(principal, { name: 'kiosk', storeId: products });
    const other = await vitrine.apiKeys.create(principal, { name: 'other', storeId: products });
    await vitrine.stores.delete(principal, storeId);
    const frame = await vitrine.timerFrames.create(principal, { name: 'Of an agent', design: {} });
    const previewUrl = `https://a.example/timer-frame-previews/1/${frame.conversationId}/${frame.timerFrameId}`;
    const submit = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    for (const { at, method, request, act } of [
      {
        at: '/maps?new=1',
        method: 'POST',
        request: /\/v2\/maps$/,
        act: async () => {
          await page.getByLabel('Name').fill('Slow map');
          await submit('Create the map');
        },
      },
      {
        at: '/timers',
        method: 'GET',
        request: /\/v2\/timer-frames\/.+/,
        act: async () => {
          await page.getByRole('button', { name: 'Watch a draft' }).click();
          await page.getByRole('dialog').getByRole('textbox').fill(previewUrl);
          await submit('Watch it');
        },
      },
      {
        at: `/keys/${keyId}/agent`,
        method: 'GET',
        request: /\/v2\/whoami$/,
        act: async () => {
          await page.getByRole('button', { name: 'Try another key' }).click();
          await page.getByRole('dialog').getByLabel('Key').fill(other.key);
          await submit('Use it');
        },
      },
      {
        at: '/deleted-stores',
        method: 'POST',
        request: /\/restore$/,
        act: () => page.getByRole('button', { name: 'Restore Deleted one' }).click(),
      },
    ]) {
      await open('/fonts');
      await page.evaluate(
        `history.pushState(null, '', '/console${at}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      const held = await hold(page, method, request);
      const requested = page.waitForRequest((one) => one.method() === method && request.test(one.url()));
      await act();
      const response = (await requested).response();
      // The dialog may be a place of the address.
      const fonts = page.getByRole('heading', { name: 'Fonts', level: 1, exact: true });
      await page.goBack();
      if (new URL(page.url()).pathname !== '/console/fonts') await page.goBack();
      await fonts.waitFor();
      held();
      await (await response)?.finished();
      // The page gets the response later than the test.
      await page.evaluate('new Promise((done) => setTimeout(done, 300))');
      expect(new URL(page.url()).pathname, at).toBe('/console/fonts');
      await page.unrouteAll();
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'a form sends what was changed in it, and leaves what others have changed meanwhile',
  async ({ page, open, server: { vitrine, principal } }) => {
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await open(`/stores/${products}/schema`);
    await page.getByRole('button', { name: 'Edit the store' }).click();
    await dialog.getByLabel('Description').fill('Of this tab');
    await vitrine.stores.update(principal, products, { name: 'Renamed meanwhile' });
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await vitrine.stores.get(principal, products)).toMatchObject({
      name: 'Renamed meanwhile',
      description: 'Of this tab',
    });

    await page.getByRole('button', { name: 'Actions for price' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog.getByLabel('Description').fill('With tax');
    await vitrine.stores.updateProperty(principal, products, 'price', { required: true });
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    const { properties } = await vitrine.stores.get(principal, products);
    expect(properties.find(({ name }) => name === 'price')).toMatchObject({
      required: true,
      description: 'With tax',
    });

    await open(`/maps/${mapId}`);
    await page.getByRole('button', { name: 'Edit the map' }).click();
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await page.keyboard.type('stars');
    const { fields } = await vitrine.maps.get(principal, mapId);
    await vitrine.maps.update(principal, mapId, {
      name: 'Inns',
      fields: [...fields, { name: 'pool', type: 'boolean' }],
    });
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    const map = await vitrine.maps.get(principal, mapId);
    expect([map.name, map.fields.map((field) => field.name)]).toEqual([
      'Inns',
      ['phone', 'rooms', 'breakfast', 'pool', 'stars'],
    ]);
  },
  verifies('console.typed'),
);

inBrowser(
  'a corrected address is kept over the next one, another screen and a reload, until it is sent or given up',
  async ({ page, open }) => {
    await open(`/maps/${mapId}?tab=review`);
    const settle = page.locator('.settle');
    const title = page.locator('.settle-title');
    const address = settle.getByLabel('Correct the address');
    await page.getByText('1 of 7').waitFor();
    const first = await title.textContent();
    await settle.press('e');
    await address.fill('Hauptplatz 1, Gr');
    await page.getByRole('button', { name: 'Next N' }).click();
    await page.getByText('2 of 7').waitFor();
    expect(await address.count()).toBe(0);
    await page.getByRole('button', { name: 'Previous B' }).click();
    expect(await title.textContent()).toBe(first);
    expect(await address.inputValue()).toBe('Hauptplatz 1, Gr');
    await page.getByRole('link', { name: 'Fonts' }).click();
    await page.getByRole('heading', { name: 'Fonts', exact: true }).waitFor();
    await page.goBack();
    await page.reload();
    await expect.poll(() => address.inputValue()).toBe('Hauptplatz 1, Gr');
    await address.press('Escape');
    await address.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('1 of 7').waitFor();
    expect(await address.count()).toBe(0);
  },
  verifies('console.typed'),
);

inBrowser(
  'a location that someone else has changed or deleted meanwhile is overwritten or added again only when told to',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/status of 404/);
    const all = async () => (await vitrine.locations.search(principal, mapId, { limit: 100 })).items;
    const find = async (wanted: string) => (await all()).find(({ name }) => name === wanted);
    const porto = await find('Hotel Porto');
    const save = page.getByRole('button', { name: 'Save' });
    const phone = page.getByLabel('phone');
    await open(`/maps/${mapId}?id=${porto?.id}`);
    await phone.fill('mine');
    await vitrine.locations.update(principal, mapId, porto?.id ?? '', {
      fields: { phone: 'theirs', rooms: 7 },
    });
    await save.click();
    await page.getByText('Someone else has written “theirs” here meanwhile.').waitFor();
    expect((await find('Hotel Porto'))?.fields).toMatchObject({ phone: 'theirs', rooms: 7 });
    expect([await phone.inputValue(), await page.getByLabel('rooms').inputValue()]).toEqual(['mine', '7']);
    await save.click();
    await expect
      .poll(async () => (await find('Hotel Porto'))?.fields)
      .toMatchObject({ phone: 'mine', rooms: 7 });

    await phone.fill('typed for long');
    await vitrine.locations.delete(principal, mapId, porto?.id ?? '');
    await save.click();
    await page.getByText('Someone else has deleted this location.').waitFor();
    await page.reload();
    await page.getByText('Someone else has deleted this location.').waitFor();
    expect(await phone.inputValue()).toBe('typed for long');
    expect(await find('Hotel Porto')).toBeUndefined();
    await save.click();
    await expect
      .poll(async () => (await find('Hotel Porto'))?.fields)
      .toMatchObject({ phone: 'typed for long', rooms: 7 });
    await page.getByText('Placed by hand').first().waitFor();
    expect(await page.getByText('Someone else has deleted this location.').count()).toBe(0);
  },
  verifies('console.typed'),
);

inBrowser(
  'a key that ends under a dialog says that its text is not saved, and offers to copy it',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/status of 401/);
    const { key, keyId } = await vitrine.apiKeys.create(principal, { name: 'short' });
    await open(`/stores/${products}/schema`, key);
    await page.getByRole('button', { name: 'Add a property' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('weight');
    await dialog.getByLabel('Description').fill('In kilograms, with the packaging');
    await vitrine.apiKeys.revoke(principal, keyId);
    await dialog.getByRole('button', { name: 'Add the property' }).click({ noWaitAfter: true });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const message = page
      .locator('.toast')
      .filter({ hasText: 'What you typed into “Add a property” is not saved.' });
    await message.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe('weight\nIn kilograms, with the packaging');
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.typed') },
);
