import { accountPrincipal } from '@vitrine/core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';

const { inBrowser } = consoleTests();

inBrowser(
  'the link of the start banner signs in, and the key leaves the address at once; an address in a new tab needs none',
  async ({ page, context, server }) => {
    await page.goto(`${server.url}/console/#key=${server.key}`);
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    expect(page.url()).toBe(`${server.url}/console/stores`);
    expect(await page.evaluate('history.length')).toBe(2);
    await page.reload();
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    const pasted = await context.newPage();
    await pasted.goto(`${server.url}/console/timers`);
    await pasted.getByRole('heading', { name: 'Timers', exact: true }).waitFor();
  },
  verifies('console.key', 'console.F6'),
);

inBrowser(
  'a pasted key says what it may do, and signs in all tabs until one signs out or the last is closed',
  async ({ page, context, server }) => {
    await page.goto(`${server.url}/console/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(server.key)})`);
    await page.getByLabel('Key', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('Reads and changes everything of the account “Sample shop”.').waitFor();
    await expectAccessible(page);
    const waiting = await context.newPage();
    await waiting.goto(`${server.url}/console/images`);
    await waiting.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.bringToFront();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    await waiting.getByRole('heading', { name: 'Images', exact: true }).waitFor();
    // A link that is opened in a new tab, and an address that is pasted into one.
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Timers' }).click({ modifiers: ['ControlOrMeta'] });
    const opened = await opening;
    await opened.getByRole('heading', { name: 'Timers', exact: true }).waitFor();
    const pasted = await context.newPage();
    await pasted.goto(opened.url());
    await pasted.getByRole('heading', { name: 'Timers', exact: true }).waitFor();
    await pasted.close();
    expect(await opened.evaluate('document.cookie + JSON.stringify(localStorage)')).not.toContain(server.key);
    await opened.getByRole('button', { name: 'Sample shop' }).click();
    await opened.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [opened, waiting, page]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.F6') },
);

inBrowser(
  'a remembered key signs in other tabs, until the user signs out',
  async ({ page, context, server }) => {
    await page.goto(`${server.url}/console/`);
    await page.getByLabel('Key', { exact: true }).fill(server.key);
    await page.getByRole('switch', { name: 'Remember on this device' }).check();
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${server.url}/console/`);
    await other.getByRole('heading', { name: 'Stores' }).waitFor();
    await other.getByRole('button', { name: 'Sample shop' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    const third = await context.newPage();
    await third.goto(`${server.url}/console/`);
    await third.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
);

inBrowser(
  'the link of the start banner signs in where a tab waits for a key, and says that its key is wrong',
  async ({ page, server, allowErrors }) => {
    allowErrors(/status of 401/);
    await page.goto(`${server.url}/console/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const follow = (key: string) =>
      page.evaluate(`location.href = ${JSON.stringify(`${server.url}/console/#key=${key}`)}`);
    await follow('account-old');
    await page.getByText('This server does not know that key.').waitFor();
    expect(page.url()).not.toContain('account-old');
    await follow(server.key);
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    expect(page.url()).not.toContain(server.key);
  },
  verifies('console.F15'),
);

inBrowser(
  'a link with a wrong key is said to whoever is signed in, and ends no session, also not a remembered one',
  async ({ page, context, server, allowErrors }) => {
    allowErrors(/status of 401/);
    const said = 'The key in that link does not work.';
    await page.goto(`${server.url}/console/`);
    await page.getByLabel('Key', { exact: true }).fill(server.key);
    await page.getByRole('switch', { name: 'Remember on this device' }).check();
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    const wrong = `${server.url}/console/timers#key=account-old`;
    // In the address of the tab, and in a new one.
    await page.evaluate(`location.hash = 'key=account-old'`);
    await page.getByText(said).first().waitFor();
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    const other = await context.newPage();
    await other.goto(wrong);
    await other.getByText(said).first().waitFor();
    await other.getByRole('heading', { name: 'Timers', exact: true }).waitFor();
    expect(other.url()).not.toContain('account-old');
    // No tab has the key any more.
    for (const tab of [page, other]) await tab.close();
    const later = await context.newPage();
    await later.goto(`${server.url}/console/stores`);
    await later.getByRole('heading', { name: 'Stores' }).waitFor();
  },
  verifies('console.key'),
);

inBrowser('a wrong key is refused at the field', async ({ page, server, allowErrors }) => {
  allowErrors(/status of 401/);
  await page.goto(`${server.url}/console/`);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByText('Paste a key first.').waitFor();
  await page.getByLabel('Key', { exact: true }).fill('account-wrong');
  await page.keyboard.press('Enter');
  await page.getByText('This server does not know that key.').waitFor();
  await expectAccessible(page);
});

inBrowser(
  'a key that has ended is forgotten by itself: the device still remembers that of another account',
  async ({ page, context, server, allowErrors }) => {
    allowErrors(/status of 401/);
    const { other } = await openOtherAccount(server);
    const ending = await server.vitrine.apiKeys.create(server.principal, { name: 'short' });
    await page.goto(`${server.url}/console/stores#key=${ending.key}`);
    await page.getByRole('button', { name: 'Sample shop' }).waitFor();
    const remembering = await context.newPage();
    await remembering.goto(`${server.url}/console/stores#key=${other}`);
    await remembering.getByRole('button', { name: 'Other shop' }).click();
    await remembering.getByRole('menuitem', { name: 'Remember on this device' }).click();
    await remembering.getByText('This device remembers the key until you sign out.').first().waitFor();
    await server.vitrine.apiKeys.revoke(server.principal, ending.keyId);
    await page.getByRole('link', { name: 'Timers', exact: true }).click();
    await page.getByText('Your key is not valid any more').first().waitFor();
    for (const tab of [page, remembering]) await tab.close();
    const later = await context.newPage();
    await later.goto(`${server.url}/console/stores`);
    await later.getByRole('button', { name: 'Other shop' }).waitFor();
  },
  verifies('console.key'),
);

inBrowser(
  'nothing that one account was shown stays when another one signs in in the same tab',
  async ({ page, server, allowErrors }) => {
    allowErrors(/status of 404/);
    const { other } = await openOtherAccount(server);
    const store = await server.vitrine.stores.create(server.principal, {
      name: 'Secret prices',
      properties: [{ name: 'sku', type: 'string' }],
    });
    const titles = [
      [`/stores/${store.id}/schema`, 'Secret prices'],
      [`/stores/${store.id}/charts`, 'Secret prices'],
      [`/stores/${store.id}`, 'Secret prices'],
    ] as const;
    for (const [path, title] of titles) {
      await page.goto(`${server.url}/console${path}#key=${server.key}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.evaluate(`location.hash = 'key=${other}'`);
      await page.getByRole('button', { name: 'Other shop' }).waitFor();
      await page.getByText('No such store.').waitFor();
      expect(await page.locator('body').textContent()).not.toContain(title);
      expect(await page.title()).not.toContain(title);
    }
  },
  verifies('console.key'),
);

inBrowser(
  'the console opens where the browser forbids its storage',
  async ({ page, server }) => {
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('Denied.', 'SecurityError'); } });
      indexedDB.open = () => { throw new DOMException('Denied.', 'SecurityError'); };`);
    await page.goto(`${server.url}/console/#key=${server.key}`);
    await page.getByRole('heading', { name: 'Stores' }).waitFor();
    await page.getByRole('button', { name: 'Sample shop' }).click();
    await page
      .getByRole('menuitemradio', { name: 'Dark' })
      .or(page.getByText('Dark', { exact: true }))
      .click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    for (const name of [
      'Images',
      'Fonts',
      'Timers',
      'Live images',
      'Maps',
      'Webhooks',
      'Keys and agents',
      'Stores',
    ]) {
      await page.locator('.sidebar').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
  },
  verifies('console.key'),
);

/** Makes a further account with a key. */
async function openOtherAccount({ vitrine }: ConsoleServer): Promise<{ readonly other: string }> {
  const account = await vitrine.accounts.create('Other shop');
  const { key } = await vitrine.apiKeys.create(accountPrincipal(account.id), { name: 'other' });
  return { other: key };
}
