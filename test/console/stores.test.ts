import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addProducts } from './sample-data.ts';

const empty = consoleTests();
const filled = consoleTests(async (server) => {
  await addProducts(server);
  for (const name of ['Guests', '<img src=x onerror=alert(1)>', 'مرحبا 👋🏽', 'x'.repeat(200)]) {
    const properties = [{ name: 'text', type: 'string' as const }];
    await server.vitrine.stores.create(server.principal, { name, properties });
  }
});

empty.inBrowser(
  'an empty account offers three starts, and adds the sample store',
  async ({ page, open, server }) => {
    await open('/stores');
    await page.getByRole('heading', { name: 'Welcome. What do you want to start with?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add the airports' }).click();
    await page.waitForURL(/\/console\/stores\/[\w-]+$/);
    const { vitrine, principal } = server;
    const { items } = await vitrine.stores.list(principal, {});
    const id = items[0]?.id ?? '';
    expect((await vitrine.stores.get(principal, id)).recordCount).toBe(3_376);

    // Whoever leaves meanwhile is not led away from where they are.
    await open('/timers');
    await vitrine.stores.delete(principal, id);
    await open('/stores');
    const held = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname.includes('/records/'),
      async (route) => {
        await held.promise;
        await route.continue();
      },
    );
    await page.getByRole('button', { name: 'Add the airports' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Timers' }).click();
    await page.getByRole('heading', { name: 'Timers', level: 1 }).waitFor();
    held.resolve();
    const added = async () => (await vitrine.stores.list(principal, {})).items[0]?.id ?? '';
    await expect
      .poll(async () => (await vitrine.stores.get(principal, await added())).recordCount)
      .toBe(3_376);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toMatch(/\/console\/timers$/);
  },
);

filled.inBrowser('shows each store with its records, properties and changes', async ({ page, open }) => {
  await open('/stores');
  const card = page.getByRole('article').filter({ hasText: 'Products' });
  await card.getByText('48 records').waitFor();
  await card.getByText('7 properties').waitFor();
  await card
    .getByText('just now')
    .or(card.getByText(/seconds? ago/))
    .waitFor();
  await card.getByRole('img', { name: '48 changes in the last 30 days' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

filled.inBrowser('searches by name, and keeps the search in the address', async ({ page, open }) => {
  await open('/stores');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('prod');
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(page.url()).toContain('?q=prod');
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No store has “nothing like it” in its name').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all stores' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(5);
});

filled.inBrowser(
  'creates a store from the keyboard, and deletes it after its name was typed',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/stores');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('new store');
    await page.getByRole('option', { name: /New store/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New store' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('A store needs a name.').waitFor();
    await page.keyboard.type('Orders');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('id');
    await page.keyboard.press('Enter');
    // The server's own words: `id` is reserved.
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('Name of the property').fill('number');
    await page.getByRole('checkbox', { name: 'Key' }).check();
    await page.getByRole('button', { name: 'Create the store' }).click();
    await page.waitForURL(/\/console\/stores\/[\w-]+$/);
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Orders' });
    expect(await server.vitrine.stores.get(server.principal, items[0]?.id ?? '')).toMatchObject({
      properties: [{ name: 'number', type: 'string', unique: true }],
      history: 'P30D',
    });

    await open('/stores');
    await page.getByRole('button', { name: 'Actions for Orders' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const confirm = page.getByRole('button', { name: 'Delete the store' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type Orders to confirm').fill('Orders');
    await expectAccessible(page);
    await confirm.click();
    await page.getByText('The store “Orders” is deleted.').first().waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(5);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(6);
    await server.vitrine.stores.delete(server.principal, items[0]?.id ?? '');
  },
  verifies('console.new-store-history', 'console.F9'),
);

filled.inBrowser(
  'a store key sees its store only and can neither create nor delete',
  async ({ page, open, server, allowErrors }) => {
    // The first records of the other store are asked for while the key is checked.
    allowErrors(/status of 404/);
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Guests' });
    const storeId = items[0]?.id ?? '';
    const { key } = await server.vitrine.apiKeys.create(server.principal, { name: 'one', storeId });
    await open('/stores', key);
    await page.getByRole('article').filter({ hasText: 'Guests' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'New store' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions for Guests' }).click();
    await page.getByRole('menuitem', { name: 'Copy its id' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
    // A link to another store, and to what account keys see of this one, says what the key is for.
    for (const path of [
      '/stores/another',
      `/stores/${storeId}/schema`,
      '/timers',
      '/server',
      '/deleted-stores',
    ]) {
      await open(path, key);
      await page.getByRole('heading', { name: 'Your key reaches one store' }).waitFor();
    }
  },
  verifies('console.F31'),
);

filled.inBrowser(
  'without the server says so, keeps what is shown, and goes on afterwards',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open('/stores');
    await page.getByText('48 records').waitFor();
    await server.stop();
    await page.getByRole('searchbox').fill('guest');
    await page.getByText('The server does not answer. Trying again').waitFor();
    await expectAccessible(page);
    await server.start();
    await page.getByText('The server does not answer. Trying again').waitFor({ state: 'hidden' });
    await page.getByRole('searchbox').fill('guests');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
  },
);
