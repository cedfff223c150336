import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addProducts } from './sample-data.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let productsId = '';

const { inBrowser } = consoleTests(async (server) => {
  productsId = await addProducts(server);
});

interface Tool {
  readonly name: string;
  readonly description: string;
}

interface ToolCallResult {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: unknown;
}

/** Sends a request as an agent of an older revision does, so that nothing is shared with the console. */
async function asAgent<Result>(
  { url }: ConsoleServer,
  key: string,
  method: string,
  params: object = {},
): Promise<Result> {
  const response = await fetch(`${url}/store_mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const data = /^data: (.*)$/m.exec(await response.text())?.[1] ?? '';
  return JSON.parse(data).result;
}

async function createKey({ vitrine, principal }: ConsoleServer, name: string, storeId?: string) {
  return await vitrine.apiKeys.create(principal, { name, ...(storeId === undefined ? {} : { storeId }) });
}

async function ownKeyId({ vitrine, principal }: ConsoleServer): Promise<string> {
  const { items } = await vitrine.apiKeys.list(principal, { limit: 100 });
  return items.find(({ name }) => name === 'console')?.keyId ?? '';
}

const result = (page: Page) => page.getByRole('region', { name: 'What the agent gets' });
const tool = (page: Page, name: string) => page.getByRole('list', { name: 'Tools' }).getByText(name);

inBrowser('shows the tools of a key exactly as its agent gets them', async ({ page, open, server }) => {
  await open('/keys');
  await page.getByRole('link', { name: 'As its agent sees it: console' }).click();
  const { tools } = await asAgent<{ tools: readonly Tool[] }>(server, server.key, 'tools/list');
  expect(tools).toHaveLength(7);
  await page.getByText(/^7 tools, [\d.]+ kB/).waitFor();
  for (const { name, description } of tools) {
    await tool(page, name).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    expect(await page.locator('.agent-description').textContent()).toBe(description);
    expect(page.url()).toContain(`tool=${name}`);
  }
  await tool(page, 'Instructions').click();
  await page.getByText(/^Read-only access to data stores/).waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'map_search' }).waitFor();
});

inBrowser(
  'calls a tool from a form made from its schema, and shows what the agent gets',
  async ({ page, open, server }) => {
    await open(`/keys/${await ownKeyId(server)}/agent?tool=store_query`);
    await page.getByLabel('mode (required)').selectOption('search');
    await page.getByRole('combobox', { name: 'storeId' }).fill('prod');
    await page.getByRole('option', { name: /Products/ }).click();
    await page.getByRole('button', { name: 'Add to filters' }).click();
    const filter = page.getByRole('group', { name: 'filters 1' });
    await filter.getByLabel('field (required)').fill('price');
    await filter.getByLabel('op (required)').fill('lt');
    await filter.getByLabel('value').fill('50');
    await page.getByLabel('limit').fill('2');
    await page.getByRole('button', { name: 'Call the tool' }).click();
    await page.getByText('HTTP 200').waitFor();
    const facts = await page.locator('.agent-facts').textContent();
    expect(facts).toMatch(/^HTTP 200[\d,]+ ms[\d.]+ kB$/);
    await expectAccessible(page);

    const call = {
      mode: 'search',
      storeId: productsId,
      filters: [{ field: 'price', op: 'lt', value: '50' }],
      limit: 2,
    };
    const expected = await asAgent<ToolCallResult>(server, server.key, 'tools/call', {
      name: 'store_query',
      arguments: call,
    });
    const shown: unknown = JSON.parse((await result(page).textContent()) ?? '');
    // Cursors are signed anew each time.
    expect(shown).toMatchObject({ mode: 'search', returned: 2, limit: 2, truncated: true });
    expect(Object.keys(shown as object)).toEqual(Object.keys(expected.structuredContent as object));
    await page.getByRole('tab', { name: 'Text' }).click();
    expect(JSON.parse((await result(page).textContent()) ?? '')).toEqual(shown);
    await page.getByRole('tab', { name: 'Message' }).click();
    expect(JSON.parse((await result(page).textContent()) ?? '')).toMatchObject({
      jsonrpc: '2.0',
      result: {},
    });

    await page.reload();
    expect(await page.getByLabel('limit').inputValue()).toBe('2');
    expect(await page.getByLabel('value').inputValue()).toBe('50');
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(JSON.parse(await page.getByLabel('Arguments as JSON').inputValue())).toEqual(call);
    await page.getByRole('button', { name: 'Empty the form' }).click();
    expect(await page.getByLabel('Arguments as JSON').inputValue()).toBe('{}');
  },
);

inBrowser(
  'shows errors as the agent gets them, and the response of a key that was revoked',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 401/);
    await open(`/keys/${await ownKeyId(server)}/agent?tool=store_get_record&input=json`);
    const json = page.getByLabel('Arguments as JSON');
    await json.fill('{"mode": ');
    await page.getByText('This is not a JSON object.').waitFor();
    const call = page.getByRole('button', { name: 'Call the tool' });
    expect(await call.isDisabled()).toBe(true);
    await expectAccessible(page);
    await json.fill(JSON.stringify({ key: HOSTILE, storeId: productsId }));
    await call.click();
    await page.getByText('Error that the agent can act on').waitFor();
    expect(await result(page).textContent()).toContain(HOSTILE);
    await expectAccessible(page);

    const revoked = await createKey(server, 'revoked', productsId);
    await page.getByRole('button', { name: 'Try another key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(`${revoked.key.slice(0, -2)}xx`);
    await page.keyboard.press('Enter');
    await page.getByText('This server does not know that key.').waitFor();
    await page.getByLabel('Key', { exact: true }).fill(revoked.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'As the agent of “revoked” sees it' }).waitFor();
    await page.getByRole('heading', { name: 'store_get_record' }).waitFor();
    await server.vitrine.apiKeys.revoke(server.principal, revoked.keyId);
    await call.click();
    await page.getByText('Refused by the server').waitFor();
    await page.getByText('HTTP 401').waitFor();
    expect(await result(page).textContent()).toContain('"code":"unauthorized"');
    // The session has a key of its own.
    await page.getByRole('link', { name: 'Stores' }).click();
    await page.getByText('48 records').waitFor();
  },
);

inBrowser(
  'for a key whose secret nobody knows, a temporary key of its store shows the tools, and is revoked afterwards',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const old = await createKey(server, HOSTILE, productsId);
    await open(`/keys/${old.keyId}/agent`);
    await page
      .getByRole('heading', { name: `The console does not know the secret of “${HOSTILE}”` })
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use a temporary key' }).click();
    await page.getByText(/^Shown with a temporary key of the same store/).waitFor();
    const { tools } = await asAgent<{ tools: readonly Tool[] }>(server, old.key, 'tools/list');
    expect(await page.locator('.agent-description').textContent()).toBe(tools[0]?.description);
    const temporary = async () =>
      (await vitrine.apiKeys.list(principal, { limit: 100 })).items.filter(
        ({ name }) => name === 'Temporary key of the console',
      );
    expect(await temporary()).toMatchObject([{ readOnly: true, storeId: productsId }]);
    await page.getByRole('link', { name: 'Keys and agents' }).first().click();
    await page.getByRole('heading', { name: 'Keys and agents' }).waitFor();
    await expect.poll(temporary).toEqual([]);

    // With the key itself nothing stands in.
    await page.goBack();
    await page.getByLabel('Key', { exact: true }).fill(old.key);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('heading', { name: 'store_access' }).waitFor();
    expect(await page.getByText(/^Shown with/).count()).toBe(0);
    await expect.poll(temporary).toEqual([]);
  },
);

inBrowser('for another account key, the key of the console stands in', async ({ page, open, server }) => {
  const other = await createKey(server, 'Website');
  await open(`/keys/${other.keyId}/agent`);
  await page.getByRole('button', { name: 'Use the key of this console' }).click();
  await page.getByText(/^Shown with the key of this console/).waitFor();
  await page.getByRole('heading', { name: 'store_access' }).waitFor();
  await page.getByRole('button', { name: 'Call the tool' }).click();
  await result(page).getByText('"Products"').waitFor();
});

inBrowser(
  'with a store key, its own agent is shown and the others are not; no key, no page',
  async ({ page, open, server }) => {
    const { key, keyId } = await createKey(server, 'kiosk', productsId);
    await open(`/keys/${keyId}/agent`, key);
    await page.getByText(/Your key reaches one store: "Products"/).waitFor();
    await open(`/keys/${await ownKeyId(server)}/agent`, key);
    await page.getByRole('heading', { name: 'The console does not know the secret of this key' }).waitFor();
    expect(await page.getByRole('button', { name: /^Use (?:a temporary|the key)/ }).count()).toBe(0);
    await open('/keys/missing/agent');
    await page.getByRole('heading', { name: 'There is no such key' }).first().waitFor();
    await expectAccessible(page);
  },
);

inBrowser(
  'gives the configuration of common clients, with the key only if that is wanted',
  async ({ page, open, server }) => {
    await open(`/keys/${await ownKeyId(server)}/agent?view=connect`);
    const code = (client: string) => page.getByRole('region', { name: `Configuration of ${client}: ` });
    expect(await code('Claude Code').first().textContent()).toBe(
      `claude mcp add --transport http vitrine ${server.url}/store_mcp --header "Authorization: Bearer YOUR_KEY"`,
    );
    await page.getByText(`${server.url}/design_mcp`).waitFor();
    await expectAccessible(page);
    expect(await page.content()).not.toContain(server.key);
    await page.getByRole('tab', { name: 'VS Code' }).click();
    expect(await code('VS Code').textContent()).toContain(`"Bearer \${input:vitrine-key}"`);
    await page.reload();
    await page.getByRole('switch', { name: 'Put the key in' }).check();
    await page.getByRole('button', { name: 'Copy' }).click();
    const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'));
    expect(copied).toEqual({
      servers: {
        vitrine: {
          type: 'http',
          url: `${server.url}/store_mcp`,
          headers: { Authorization: `Bearer ${server.key}` },
        },
      },
    });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
  { width: 360, height: 640, permissions: ['clipboard-read', 'clipboard-write'] },
);

inBrowser(
  'calls a tool by keyboard alone, in a narrow window',
  async ({ page, open, server }) => {
    await open(`/keys/${await ownKeyId(server)}/agent`);
    await tool(page, 'store_list').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'store_list' }).waitFor();
    await page.getByLabel('q', { exact: true }).focus();
    await page.keyboard.type('products');
    await page.keyboard.press('Enter');
    await result(page).getByText('"Products"').waitFor();
    await page.getByRole('tab', { name: 'Structured' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await result(page).textContent()).toMatch(/^\{"stores":/);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
  },
  { width: 360, height: 640 },
);

inBrowser(
  'without the server, keeps the call and sends it afterwards',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open(`/keys/${await ownKeyId(server)}/agent?tool=store_list`);
    await page.getByLabel('q', { exact: true }).fill('prod');
    await server.stop();
    const call = page.getByRole('button', { name: 'Call the tool' });
    await call.click();
    await page.getByText('The server does not answer. Trying again').waitFor();
    await expectAccessible(page);
    await server.start();
    await page.getByText('The server does not answer. Trying again').waitFor({ state: 'hidden' });
    await call.click();
    await result(page).getByText('"Products"').waitFor();
  },
);
