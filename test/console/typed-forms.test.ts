import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { sendFiles } from './dropped-files.ts';
import { holdRequests } from './hold-requests.ts';
import { stayAlways, untilSent } from './leaving.ts';
import { addProducts } from './sample-data.ts';
import { fontBytes } from './sample-fonts.ts';
import { drawPicture } from './sample-images.ts';
import { addHotels } from './sample-map.ts';

// What is typed into a form is sent, kept or asked about, whatever happens.

let products = '';
let mapId = 0;
const { inBrowser, server } = consoleTests(async (running) => {
  products = await addProducts(running);
  mapId = await addHotels(running);
});

const OFFLINE = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

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
  'whatever is changed in a dialog stays at a press beside it and is asked about, and so does a secret that is shown once',
  async ({ page, open }) => {
    const asked = stayAlways(page);
    const dialog = page.getByRole('dialog');
    const pressBeside = () => page.mouse.click(5, 400);
    const changes: readonly (() => Promise<unknown>)[] = [
      () => dialog.getByLabel('Address').fill('https://shop.example.com/hook'),
      () => dialog.getByRole('checkbox', { name: 'Record added' }).uncheck(),
      () => dialog.getByLabel('Store', { exact: true }).selectOption('Products'),
    ];
    for (const change of changes) {
      asked.length = 0;
      await open('/webhooks?new=1');
      await dialog.waitFor();
      await change();
      await pressBeside();
      expect(await dialog.count()).toBe(1);
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await dialog.waitFor();
    await pressBeside();
    await dialog.waitFor({ state: 'detached' });

    for (const { at, make, field, text } of [
      { at: '/keys?new=1', make: 'Create the key', field: 'Name', text: 'kiosk' },
      { at: '/webhooks?new=1', make: 'Create the webhook', field: 'Address', text: 'https://a.example/' },
    ]) {
      await open(at);
      await dialog.getByLabel(field, { exact: true }).fill(text);
      await dialog.getByRole('button', { name: make }).click();
      await dialog.getByRole('status').waitFor();
      await pressBeside();
      expect(await dialog.count()).toBe(1);
      await dialog.getByRole('button', { name: 'Done' }).click();
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'a secret that is shown once is asked about, over Escape, Back and a reload, until it is copied',
  async ({ page, open, allowErrors, server: { vitrine, principal } }) => {
    allowErrors(/status of 401/);
    const asked = stayAlways(page);
    const dialog = page.getByRole('dialog');
    for (const { from, add, make, field, text } of [
      { from: '/keys', add: 'New key', make: 'Create the key', field: 'Name', text: 'till' },
      {
        from: '/webhooks',
        add: 'New webhook',
        make: 'Create the webhook',
        field: 'Address',
        text: 'https://b.example/',
      },
    ]) {
      await open(from);
      await page.getByRole('button', { name: add }).first().click();
      await dialog.getByLabel(field, { exact: true }).fill(text);
      await dialog.getByRole('button', { name: make }).click();
      await dialog.getByText(/^Copy it now/).waitFor();
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.goBack();
      await page.evaluate('setTimeout(() => location.reload())');
      await expect.poll(() => asked).toEqual(['confirm', 'confirm', 'confirm', 'beforeunload']);
      asked.length = 0;
      await dialog.getByRole('button', { name: 'Copy' }).click();
      await dialog.getByRole('button', { name: 'Copied' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(asked).toEqual([]);
    }
    // The end of the session offers to copy what nobody can see again.
    const ending = await vitrine.apiKeys.create(principal, { name: 'short' });
    await open('/keys?new=1', ending.key);
    await dialog.getByLabel('Name', { exact: true }).fill('van');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    await dialog.getByRole('button', { name: 'Copy' }).waitFor();
    const secret = await dialog.getByRole('region', { name: 'The new key' }).textContent();
    await vitrine.apiKeys.revoke(principal, ending.keyId);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('You were signed out. “The key “van”” was not copied yet.').first().waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.typed') },
);

inBrowser(
  'a reload is asked about while files that were dropped are on their way',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.stores.create(principal, {
      name: 'Photos',
      properties: [{ name: 'photo', type: 'url_image' }],
    });
    await vitrine.records.batchUpsert(principal, id, { records: [{}] });
    const asked = stayAlways(page);
    const picture = {
      name: 'a.png',
      bytes: await drawPicture({ width: 40, height: 30, colors: ['#9ae6b4', '#38b2ac'] }),
    };
    const font = {
      name: 'a.woff2',
      type: 'font/woff2',
      bytes: fontBytes('playfair-display-latin-900-normal'),
    };
    for (const { at, shown, target, file, request } of [
      { at: '/images', shown: 'main h1', target: 'main', file: picture, request: /\/v2\/images$/ },
      { at: '/fonts', shown: 'article', target: 'main', file: font, request: /\/v2\/fonts$/ },
      {
        ...{ at: `/stores/${id}`, shown: '#cell-0-0', target: '#cell-0-0' },
        ...{ file: picture, request: /\/v2\/images$/ },
      },
    ]) {
      asked.length = 0;
      await open(at);
      await page.locator(shown).first().waitFor();
      // What takes files listens after the first picture of the screen.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
      const held = await holdRequests(page, 'POST', request);
      await sendFiles(page, 'drop', [file], target);
      await held.asked;
      // The upload goes on when another screen is shown.
      if (target === 'main') await page.getByRole('link', { name: 'Webhooks' }).click();
      expect(asked).toEqual([]);
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      held.release();
      await untilSent(page);
      await page.unrouteAll({ behavior: 'wait' });
    }

    asked.length = 0;
    await open(`/stores/${id}/import`);
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('photo\nhttps://a.example/\n') };
    await page.locator('input[type=file]').first().setInputFiles(file);
    const held = await holdRequests(page, 'POST', /\/imports(?:\?|$)/);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await held.asked;
    await page.evaluate('location.reload()');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    held.release();
    await untilSent(page);
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
      const { release: held } = await holdRequests(page, method, request);
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
  'each tab keeps what was typed into a form in it, until it is saved there; a new tab goes on with that of a closed one',
  async ({ page, open, context, server: { vitrine, principal } }) => {
    const { items } = await vitrine.locations.search(principal, mapId, { limit: 100 });
    const at = `/maps/${mapId}?id=${items.find(({ name }) => name === 'Hotel Porto')?.id}`;
    await open(at);
    await page.getByLabel('rooms').waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel('rooms').waitFor();
    for (const [first, second, rooms] of [
      [page, other, '77'],
      [other, page, '78'],
    ] as const) {
      await first.getByLabel('phone').fill('typed first');
      await second.getByLabel('rooms').fill(rooms);
      await second.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => second.getByText('What you type is kept on this device').count()).toBe(0);
      await first.reload();
      await expect.poll(() => first.getByLabel('phone').inputValue()).toBe('typed first');
      await first.getByRole('button', { name: 'Discard' }).click();
      await first.reload();
      await expect.poll(() => first.getByLabel('phone').inputValue()).not.toBe('typed first');
    }
    await other.getByLabel('phone').fill('of a closed tab');
    await other.close();
    await page.reload();
    await expect.poll(() => page.getByLabel('phone').inputValue()).toBe('of a closed tab');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect.poll(() => page.getByLabel('phone').inputValue()).not.toBe('of a closed tab');
  },
  verifies('console.typed'),
);

inBrowser(
  'what an open tab has typed is in no other tab, also not in its copy, and a location that it adds is added once',
  async ({ page, open, context, server: { vitrine, principal } }) => {
    const added = async () =>
      (await vitrine.locations.search(principal, mapId, { limit: 100 })).items.filter(
        ({ name }) => name === 'Hotel of one tab',
      ).length;
    await open(`/maps/${mapId}?id=new`);
    const nameIn = (tab: typeof page) => tab.getByLabel('Name', { exact: true });
    await nameIn(page).fill('Hotel of one tab');
    await page.getByLabel(/Latitude/).fill('40, -74');
    const other = await context.newPage();
    await other.goto(page.url());
    // The browser gives a copy the session storage of its tab.
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ]);
    for (const tab of [other, copy]) {
      await nameIn(tab).waitFor();
      expect(await nameIn(tab).inputValue()).toBe('');
      await nameIn(tab).fill('Typed elsewhere');
      await tab.getByRole('button', { name: 'Discard' }).click();
    }
    await page.reload();
    await expect.poll(() => nameIn(page).inputValue()).toBe('Hotel of one tab');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(added).toBe(1);
    await Promise.all([other.close(), copy.close()]);
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
    // A request of the page itself, such as its stream, may meet the revoked key before the press.
    const signIn = page.getByRole('heading', { name: 'Sign in' });
    const add = dialog.getByRole('button', { name: 'Add the property' });
    await Promise.race([add.click({ noWaitAfter: true }), signIn.waitFor()]);
    await signIn.waitFor();
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
