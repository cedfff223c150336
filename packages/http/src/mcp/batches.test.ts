import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { startServer } from '../server.ts';

async function serve(limit: number, [path, tool] = ['/store_mcp', 'store_list']) {
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage, rateLimits: { account: 10_000, key: limit } });
  const principal = accountPrincipal((await vitrine.accounts.create('Own')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'agent' });
  const server = await startServer({ vitrine, port: 0, work: false });
  onTestFinished(() => server.stop());
  const post = async (messages: number) => {
    const list = Array.from({ length: messages }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: tool, arguments: {} },
    }));
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-03-26',
      },
      body: JSON.stringify(list),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { post, storage };
}

const ENDPOINTS = [
  ['/store_mcp', 'store_list'],
  ['/design_mcp', 'preset_list'],
] as const;

test.each(ENDPOINTS)(
  'a batch at %s has at most ten messages',
  verifies('tools.batches'),
  async (...endpoint) => {
    const { post } = await serve(1_000, [...endpoint]);
    const full = await post(10);
    expect(full.status).toBe(200);
    expect(full.body.match(/"jsonrpc"/g)).toHaveLength(10);
    const larger = await post(11);
    expect(larger.status).toBe(400);
    expect(larger.body).toContain('Expected at most 10 messages in a batch.');
  },
);

test.each(ENDPOINTS)(
  'each message of a batch at %s counts as a request',
  verifies('tools.batches', 'design-tools.limits'),
  async (...endpoint) => {
    const { post } = await serve(15, [...endpoint]);
    expect((await post(10)).headers.get('ratelimit')).toContain('"key";r=5;');
    const refused = await post(6);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(4)).status).toBe(200);
  },
);

test('a batch of more messages than the limit is refused', verifies('tools.batches'), async () => {
  const { post } = await serve(5);
  const refused = await post(10);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});

test(
  'an account has two requests at once, each with one call at a time',
  verifies('tools.batches'),
  async () => {
    const { post, storage } = await serve(10_000);
    const { list } = storage.stores;
    let [running, most] = [0, 0];
    storage.stores.list = async (...args) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      return list.apply(storage.stores, args);
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(5)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(most).toBe(2);
  },
);
