import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { oauthClient } from '../e2e/oauth-client.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addProducts } from './sample-data.ts';

const { inBrowser } = consoleTests(async (server) => {
  await addProducts(server);
});

const keysOf = async ({ vitrine, principal }: ConsoleServer) => (await vitrine.apiKeys.list(principal)).items;

/** A program on this machine that waits for the browser to return. Its page is at another origin than the console. */
async function localProgram(page: Page) {
  const returned: URLSearchParams[] = [];
  const program = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/callback') returned.push(searchParams);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>Connected</title><link rel=icon href=data:,>');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  page.once('close', () => program.close());
  return { returned, address: `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback` };
}

inBrowser(
  'a person signs in, chooses a store, and allows a client to read it; the key is in the list',
  async ({ page, server, allowErrors }) => {
    const { returned, address } = await localProgram(page);
    allowErrors(new RegExp(`request: ${address}`));
    const client = await oauthClient(server.url, address, { client_name: 'Claude Code' });
    await page.goto(client.authorizeUrl().href);
    await page.getByRole('heading', { name: 'Connect Claude Code' }).waitFor();
    await page.getByText(new URL(address).host, { exact: true }).waitFor();
    await page.getByText('It runs on this computer.').waitFor();
    await expectAccessible(page);
    // By keyboard alone: the field of the key has the focus.
    await page.keyboard.type(server.key);
    await page.keyboard.press('Enter');
    await page.getByText('Signed in to “Sample shop”.').waitFor();
    await page.getByRole('radio', { name: 'Whole account: all stores and maps' }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('checkbox', { name: 'Read-only' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Claude Code');
    await page.keyboard.type('Claude on my laptop');
    await page.getByRole('radio', { name: 'One store' }).check();
    await page.getByLabel('Store', { exact: true }).selectOption('Products');
    await page.getByLabel('Valid for').selectOption('30 days');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${address}**`);
    const [answer] = returned;
    expect([answer?.get('state'), answer?.get('iss')]).toEqual(['state-1', server.url]);
    const tokens = (await (await client.exchange(answer?.get('code') ?? '')).json()) as {
      access_token: string;
    };
    const whoami = await fetch(`${server.url}/v2/whoami`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await whoami.json()).toMatchObject({ keyName: 'Claude on my laptop', scope: 'store' });
    const [key] = await keysOf(server);
    expect(key).toMatchObject({ name: 'Claude on my laptop', readOnly: true, expiresAt: expect.any(String) });

    await page.goto(`${server.url}/console/keys`);
    const row = page.getByRole('listitem').filter({ hasText: 'Claude on my laptop' });
    for (const badge of ['Products', 'Read only']) await row.getByText(badge, { exact: true }).waitFor();
  },
  verifies('oauth.consent'),
);

inBrowser(
  'a denied client is told so and gets no key, and one that was refused can be left',
  async ({ page, server, open, allowErrors }) => {
    const { returned, address } = await localProgram(page);
    allowErrors(new RegExp(`request: ${address}`));
    allowErrors(/status of 400/);
    const before = (await keysOf(server)).length;
    const client = await oauthClient(server.url, address, { client_name: '<b>Agent</b> שלום' });
    await open('/keys');
    await page.goto(client.authorizeUrl().href);
    await page.getByRole('heading', { name: 'Connect <b>Agent</b> שלום' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill(' ');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Give it a name, so that you know later what it is for.').waitFor();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${address}**`);
    expect(returned[0]?.get('error')).toBe('access_denied');

    await page.goto(
      `${server.url}/console/connect${client.authorizeUrl({ resource: 'https://evil.example' }).search}`,
    );
    await page.getByRole('heading', { name: 'This connection can’t be made' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: `Go back to ${new URL(address).host}` }).click();
    await page.waitForURL(`${address}**`);
    expect(returned[1]?.get('error')).toBe('invalid_target');

    await page.goto(client.authorizeUrl({ redirect_uri: 'https://evil.example/cb' }).href);
    await page.getByRole('heading', { name: 'This connection can’t be made' }).waitFor();
    expect(await page.getByRole('link').count()).toBe(0);
    expect((await keysOf(server)).length).toBe(before);
  },
  verifies('oauth.consent', 'oauth.redirect'),
);

inBrowser(
  'the key of a store allows nothing, and a wrong one is refused; on a phone nothing is cut off',
  async ({ page, server, allowErrors }) => {
    allowErrors(/status of 401/);
    const storeId = (await server.vitrine.stores.list(server.principal)).items[0]?.id ?? '';
    const { key } = await server.vitrine.apiKeys.create(server.principal, { name: 'of a store', storeId });
    const client = await oauthClient(server.url, 'https://claude.ai/api/mcp/auth_callback', {
      client_name: 'Claude',
    });
    await page.goto(client.authorizeUrl().href);
    await page.getByText('It has named itself; nobody has checked the name.').waitFor();
    const field = page.getByLabel('Key', { exact: true });
    await field.press('Enter');
    await page.getByText('Paste a key first.').waitFor();
    await field.fill('account-unknown');
    await page.keyboard.press('Enter');
    await page.getByText('This server does not know that key.').waitFor();
    await field.fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('Only an account key can give an agent access.').waitFor();
    await field.fill(server.key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  },
  { width: 360, height: 740, ...verifies('oauth.consent') },
);
