import { expect, test } from 'vitest';
import { createFixture, problemOf } from '../test/app-fixture.ts';

test('a key over its limit gets 429 with Retry-After, and every response tells what is left', async () => {
  const { send, storeId, storeKey } = await createFixture({ rateLimits: { account: 100, key: 2 } });
  const path = `/v2/stores/${storeId}`;
  const first = await send('GET', path);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit-policy')).toBe('"account";q=100;w=60, "key";q=2;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"account";r=99;t=\d+, "key";r=1;t=\d+$/);
  // A failed request counts too.
  expect((await send('GET', '/v2/nothing')).status).toBe(404);

  const refused = await send('POST', path, { json: {} });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/"key";r=0;/);
  expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await send('GET', '/v2/nothing')).status).toBe(429);
  // Another key of the account is not limited, nor are routes without a key.
  expect((await send('GET', path, { key: storeKey })).status).toBe(200);
  expect((await send('GET', '/healthz', { key: null })).headers.get('ratelimit')).toBeNull();
  expect((await send('GET', path, { key: null })).status).toBe(401);
});

test('headers, body and query of a request do not change the limit that applies', async () => {
  const { send, storeId } = await createFixture({ rateLimits: { account: 3, key: 3 } });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const response = await send('POST', `/v2/stores/${storeId}/records/search?account=${i}`, {
      json: { filters: [], accountId: i },
      headers: { 'X-Forwarded-For': `10.0.0.${i}`, 'X-Api-Key': `${i}`, Host: `host-${i}` },
    });
    statuses.push(response.status);
  }
  expect(statuses.slice(3)).toEqual([429, 429, 429]);
});

test('responses have no rate limit headers without a limit', async () => {
  const { send } = await createFixture();
  const response = await send('GET', '/v2/whoami');
  expect([response.headers.get('ratelimit'), response.headers.get('ratelimit-policy')]).toEqual([null, null]);
});
