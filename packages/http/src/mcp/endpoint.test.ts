import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountPrincipal,
  createVitrine,
  type Listed,
  memoryStorage,
  UnavailableError,
  type Vitrine,
} from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { createTraffic } from '../traffic/traffic.ts';
import { storeToolEndpoint } from './endpoint.ts';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Calls `store_list` on a Vitrine with the given implementation of the list. */
async function callStoreList(list: () => Promise<never>, era: 'newest' | 'older', signal?: AbortSignal) {
  const real = await createVitrine({ storage: memoryStorage() });
  const stores = { ...real.stores, list: list as () => Listed<never> };
  const vitrine: Vitrine = { ...real, stores };
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'store_list', arguments: {}, ...(era === 'newest' ? { _meta: ENVELOPE } : {}) },
  };
  const request = new Request('http://localhost/store_mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(era === 'newest'
        ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'store_list' }
        : {}),
    },
    body: JSON.stringify(message),
    ...(signal === undefined ? {} : { signal }),
  });
  const serve = storeToolEndpoint(vitrine, {}, createTraffic().tools);
  return serve({
    request,
    principal: accountPrincipal('a'),
    signal: request.signal,
    body: () => request.json(),
    countFurther: () => {},
  });
}

describe.each(['newest', 'older'] as const)('in the %s era', (era) => {
  test('an unexpected error is thrown, so that it is logged and hidden from the client', async () => {
    const broken = new Error('no such table: stores');
    await expect(callStoreList(() => Promise.reject(broken), era)).rejects.toBe(broken);
  });

  test('a busy storage is a tool error that says when to call again', async () => {
    const busy = new UnavailableError('The storage is busy.', { retryAfterSeconds: 2 });
    const reply = await callStoreList(() => Promise.reject(busy), era);
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('The storage is busy. Call again in 2 s.');
    expect(reply.body).toContain('"isError":true');
  });

  test('a call settles after its client disconnects', async () => {
    const gone = new AbortController();
    const slow = async () => {
      gone.abort();
      await sleep(20);
      throw new UnavailableError('Too late.');
    };
    const outcome = callStoreList(slow, era, gone.signal).then(
      () => 'settled',
      () => 'settled',
    );
    expect(await Promise.race([outcome, sleep(2_000, 'waiting')])).toBe('settled');
  });
});
