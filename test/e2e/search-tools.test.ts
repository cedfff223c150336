import { accountPrincipal, createVitrine, memoryStorage, type Principal, type Vitrine } from '@vitrine/core';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { connectTools, type ToolClient } from './tool-client.ts';

interface Result {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

let vitrine: Vitrine;
let server: RunningServer;
let principal: Principal;
let tickets: string;
const clients: ToolClient[] = [];

beforeAll(async () => {
  vitrine = await createVitrine({ storage: memoryStorage(), baseUrl: 'https://shop.example' });
  server = await startServer({ vitrine, port: 0, work: false, searchTools: true, console: false });
  principal = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const create = async (name: string, records: readonly object[]) => {
    const { id } = await vitrine.stores.create(principal, {
      name,
      properties: [
        { name: 'no', type: 'string', unique: true },
        { name: 'subject', type: 'string' },
        { name: 'hours', type: 'number' },
      ],
    });
    await vitrine.records.batchUpsert(principal, id, { records: [...records] });
    return id;
  };
  tickets = await create('Tickets', [
    { no: 'T-1', subject: 'Refund for the red lamp', hours: 3 },
    { no: 'T/2 ä', subject: 'The lamp is dark' },
    { no: 'T-3', subject: '' },
    { no: 'T-4', subject: 'No refund for a red chair' },
  ]);
  await create('Lamps', [{ no: 'L-1', subject: 'Desk' }]);
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
});

async function connect(more: object = {}): Promise<ToolClient> {
  const { key } = await vitrine.apiKeys.create(principal, { name: 'agent', readOnly: true, ...more });
  const client = await connectTools('newest', server.url, key);
  clients.push(client);
  return client;
}

async function search(client: ToolClient, query: string): Promise<readonly Result[]> {
  const { isError, text, structured } = await client.call('search', { query });
  expect(isError, text).toBe(false);
  expect(JSON.parse(text)).toEqual(structured);
  return structured?.results as readonly Result[];
}

test('search and fetch are offered only where the setting is on', verifies('tools.search'), async () => {
  const names = async (client: ToolClient) => (await client.listTools()).map(({ name }) => name);
  expect((await names(await connect())).slice(-2)).toEqual(['search', 'fetch']);
  expect((await names(await connect({ storeId: tickets }))).slice(-2)).toEqual(['search', 'fetch']);
  const other = await createVitrine({ storage: memoryStorage() });
  const plain = await startServer({ vitrine: other, port: 0, work: false });
  const owner = accountPrincipal((await other.accounts.create('Other')).id);
  const { key } = await other.apiKeys.create(owner, { name: 'agent' });
  const client = await connectTools('newest', plain.url, key);
  expect(await names(client)).not.toContain('search');
  await expect(client.call('search', { query: 'lamp' })).rejects.toThrow('Unknown tool');
  await client.close();
  await plain.stop();
});

test(
  'search finds stores by name and records by text, in the shape that ChatGPT documents',
  verifies('tools.search'),
  async () => {
    const client = await connect();
    const found = await search(client, 'LAMP');
    expect(found.map(({ title }) => title)).toEqual([
      'Lamps',
      'Tickets: The lamp is dark',
      'Tickets: Refund for the red lamp',
    ]);
    for (const result of found) {
      expect(Object.keys(result)).toEqual(['id', 'title', 'url']);
      expect(result.url).toMatch(/^https:\/\/shop\.example\/v2\/stores\/[^/]+(?:\/records\/[^/]+)?$/);
    }
    expect(found[1]).toMatchObject({
      id: `${tickets}/T/2 ä`,
      url: `https://shop.example/v2/stores/${tickets}/records/${encodeURIComponent('T/2 ä')}`,
    });
    expect(await search(client, 'nothing like it')).toEqual([]);
    // A number that it equals, and a part of the key.
    expect((await search(client, '3')).map(({ title }) => title)).toEqual([
      'Tickets: T-3',
      'Tickets: Refund for the red lamp',
    ]);
    expect(await search(client, 'T-3')).toMatchObject([{ title: 'Tickets: T-3' }]);
  },
);

test(
  'search finds the records with the most words if none has all of the text',
  verifies('tools.search'),
  async () => {
    const client = await connect();
    const titles = (await search(client, 'refund, red: lamp?')).map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual([
      'Lamps',
      'Tickets: Refund for the red lamp',
      'Tickets: No refund for a red chair',
    ]);
    expect(titles).toContain('Tickets: The lamp is dark');
  },
);

test('fetch reads the results of search', verifies('tools.search'), async () => {
  const client = await connect();
  for (const { id, title, url } of await search(client, 'lamp')) {
    const { structured, text } = await client.call('fetch', { id });
    expect(JSON.parse(text)).toEqual(structured);
    expect(structured).toMatchObject({ id, title, url, metadata: { store: title.split(':')[0] } });
  }
  const { structured } = await client.call('fetch', { id: `${tickets}/T-1` });
  expect(String(structured?.text).split('\n')).toEqual([
    'id: T-1',
    'no: T-1',
    'subject: Refund for the red lamp',
    'hours: 3',
    expect.stringMatching(/^date_created: \d{4}-/),
    expect.stringMatching(/^date_updated: \d{4}-/),
  ]);
  const store = await client.call('fetch', { id: tickets });
  expect(JSON.parse(String(store.structured?.text))).toMatchObject({ name: 'Tickets', recordCount: 4 });
});

test('search and fetch reach no other store, and refuse what is none', verifies('tools.search'), async () => {
  const client = await connect();
  const own = await connect({ storeId: tickets });
  expect((await search(own, 'desk')).length).toBe(0);
  expect((await search(own, 'refund')).length).toBe(2);
  const [lamps] = await search(client, 'lamps');
  const stranger = accountPrincipal((await vitrine.accounts.create('Other')).id);
  const { key } = await vitrine.apiKeys.create(stranger, { name: 'other' });
  const foreign = await connectTools('newest', server.url, key);
  clients.push(foreign);
  expect(await search(foreign, 'lamp')).toEqual([]);
  for (const [asked, id] of [
    [own, lamps?.id],
    [foreign, `${tickets}/T-1`],
    [client, `${tickets}/T-9`],
    [client, 'nope'],
    [client, ''],
    [client, `/${tickets}`],
    [client, '\0'],
  ] as const) {
    const { isError, text } = await asked.call('fetch', { id });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('id: ') });
  }
  for (const query of ['', '  ', '\0', 7, null]) {
    const { isError, text } = await client.call('search', { query });
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringContaining('query: Expected text'),
    });
  }
  for (const query of ['%', '"', 'x'.repeat(5_000), '🙂'.repeat(300)])
    expect(await search(client, query)).toEqual([]);
});
