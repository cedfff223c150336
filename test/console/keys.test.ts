import type { ApiKeySummary } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addProducts } from './sample-data.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

const { inBrowser } = consoleTests(async (server) => {
  await addProducts(server);
});

async function keysOf({ vitrine, principal }: ConsoleServer): Promise<readonly ApiKeySummary[]> {
  return (await vitrine.apiKeys.list(principal, { limit: 100 })).items;
}

async function createKey({ vitrine, principal }: ConsoleServer, name: string, more: object = {}) {
  return await vitrine.apiKeys.create(principal, { name, ...more });
}

async function statusOf({ url }: ConsoleServer, key: string): Promise<number> {
  const { status } = await fetch(`${url}/v2/whoami`, { headers: { authorization: `Bearer ${key}` } });
  return status;
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

inBrowser(
  'creates a key of a store, shows its secret once, and lists it without',
  async ({ page, open, server }) => {
    await open('/keys');
    await row(page, 'console').getByText('This console').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('A key needs a name, so that you know later what it is for.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Laptop');
    await page.getByRole('checkbox', { name: 'It may only read' }).check();
    await page.getByLabel('Valid for').selectOption('30 days');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create the key' }).click();

    const dialog = page.getByRole('dialog', { name: 'The key “Laptop”' });
    await dialog.getByText('The server keeps only a hash of it and can’t show it again.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const secret = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(secret).toMatch(/^store-[\w-]{43}$/);
    expect(await statusOf(server, secret)).toBe(200);
    const created = (await keysOf(server)).find(({ name }) => name === 'Laptop');
    expect(created).toMatchObject({ scope: 'store', readOnly: true, prefix: secret.slice(0, 10) });
    expect(Date.parse(created?.expiresAt ?? '') / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 30, 1);

    await page.getByRole('button', { name: 'Done' }).click();
    const laptop = row(page, 'Laptop');
    for (const badge of ['Products', 'Read only']) await laptop.getByText(badge, { exact: true }).waitFor();
    await laptop.getByText('Expires in 4 weeks').waitFor();
    expect(await page.content()).not.toContain(secret);
  },
  { permissions: ['clipboard-read', 'clipboard-write'] },
);

inBrowser('shows the server’s message for a limit that it refuses', async ({ page, open, allowErrors }) => {
  allowErrors(/status of 400/);
  await open('/keys?new=1');
  await page.getByLabel('Name', { exact: true }).fill('Office');
  await page.getByLabel('Only from these addresses').fill('192.0.2.0/24, nowhere');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .getByText(/addresses\[1\]: Expected an IP address/)
    .waitFor();
  await page.getByLabel('Only from these addresses').fill('192.0.2.0/24 2001:db8::/32');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'The key “Office”' }).waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'Office').getByText('From 2 address ranges').waitFor();
});

inBrowser(
  'creates an account key and revokes it by keyboard alone, and the key stops working',
  async ({ page, open, server }) => {
    await open('/keys');
    await page.getByRole('heading', { name: 'console' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('new key');
    await page.getByRole('option', { name: /New key/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New key' }).waitFor();
    await page.keyboard.type('Importer');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(
      await page
        .getByRole('radio', { name: 'The whole account, with stores, timers, images and keys' })
        .isChecked(),
    ).toBe(true);
    await page.keyboard.press('Enter');
    const secret = (await page.getByRole('region', { name: 'The new key' }).textContent()) ?? '';
    expect(await statusOf(server, secret)).toBe(200);
    await page.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Actions for Importer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke…' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke “Importer”?' });
    await dialog.getByText(/is refused from the next request on\. It (?:was last used|has never)/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Revoke the key' }).focus();
    await page.keyboard.press('Enter');
    await row(page, 'Importer').waitFor({ state: 'hidden' });
    expect(await statusOf(server, secret)).toBe(401);
  },
);

inBrowser(
  'the last account key can’t revoke itself; another one can, and signs out',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 40[01]/);
    const own = (await keysOf(server)).find(({ name }) => name === 'console');
    for (const key of await keysOf(server)) {
      if (key.scope === 'account' && key.keyId !== own?.keyId) {
        await server.vitrine.apiKeys.revoke(server.principal, key.keyId);
      }
    }
    const revoke = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
    };
    await open('/keys');
    await revoke('console');
    await page.getByText('You are signed in with this key: this console will sign out.').waitFor();
    await page.getByText('The last account key cannot revoke itself; create another key first.').waitFor();

    const { key } = await createKey(server, 'second');
    await page.goto('about:blank');
    await open('/keys', key);
    await revoke('second');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await statusOf(server, key)).toBe(401);
    expect(await statusOf(server, server.key)).toBe(200);
  },
);

inBrowser(
  'names stay text, fit a narrow window, and are searched in the address',
  async ({ page, open, server }) => {
    const names = [HOSTILE, 'مفتاح 👋🏽', 'x'.repeat(200), 'a', 'b', 'c'];
    for (const name of names) await createKey(server, name, { readOnly: true });
    const expired = await createKey(server, 'Old', { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    await expect.poll(() => statusOf(server, expired.key)).toBe(401);
    await open('/keys');
    for (const name of names) await row(page, name).waitFor();
    await row(page, 'Old')
      .getByText(/^Expired/)
      .waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('ONERROR');
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
    await page.reload();
    await row(page, HOSTILE).waitFor();
    expect(page.url()).toContain('?q=ONERROR');
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No key has “nothing like it” in its name').waitFor();
    await page.getByRole('button', { name: 'Show all keys' }).click();
    await row(page, HOSTILE).waitFor();
  },
  { width: 360, height: 640 },
);

inBrowser('with a store key, leads to what its agent sees', async ({ page, open, server }) => {
  const storeId = (await server.vitrine.stores.list(server.principal, {})).items[0]?.id;
  const { key } = await createKey(server, 'kiosk', { storeId });
  await open('/keys', key);
  await page.getByRole('heading', { name: 'This is a key of one store' }).waitFor();
  expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'As its agent sees it' }).click();
  await page.getByRole('heading', { name: 'As the agent of “kiosk” sees it' }).waitFor();
  await page.getByRole('heading', { name: 'store_access' }).waitFor();
});

inBrowser(
  'without the server, keeps what was typed and creates the key afterwards',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open('/keys?new=1');
    await page.getByLabel('Name', { exact: true }).fill('Patient');
    await server.stop();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await expectAccessible(page);
    await server.start();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('dialog', { name: 'The key “Patient”' }).waitFor();
    expect((await keysOf(server)).filter(({ name }) => name === 'Patient')).toHaveLength(1);
  },
);
