import { accountPrincipal } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { createFixture } from '../../test/app-fixture.ts';

const PAGE = 'https://shop.example';
const { send, vitrine, accountId, storeId, storeKey } = await createFixture({ corsOrigins: [PAGE] });
const reader = (
  await vitrine.apiKeys.create(accountPrincipal(accountId), { name: 'page', storeId, readOnly: true })
).key;
const records = `/v2/stores/${storeId}/records`;
const allowedOrigin = (response: Response) => response.headers.get('access-control-allow-origin');

function preflight(path: string, method: string, origin = PAGE): Promise<Response> {
  const headers = { origin, 'access-control-request-method': method };
  return send('OPTIONS', path, { key: null, headers });
}

describe('a preflight request', () => {
  test.each([
    ['GET', records],
    ['GET', `${records}/a`],
    ['POST', `${records}/query`],
    ['POST', '/store_mcp'],
  ])('for %s %s is answered without a key', verifies('run.cors-origins'), async (method, path) => {
    const response = await preflight(path, method);
    expect(response.status).toBe(204);
    expect(allowedOrigin(response)).toBe(PAGE);
    expect(response.headers.get('access-control-allow-methods')).toContain(method);
    expect(response.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
  });

  test.each([
    ['of another origin', records, 'GET', 'https://shop.example.evil.example'],
    ['of another scheme', records, 'GET', 'http://shop.example'],
    ['of a file', records, 'GET', 'null'],
    ['for PATCH', `${records}/a`, 'PATCH', PAGE],
    ['for DELETE', `${records}/a`, 'DELETE', PAGE],
    ['of the administration', '/admin/status', 'GET', PAGE],
    ['of an unknown path', '/v2/none', 'GET', PAGE],
    ['for a method that the path has not', records, 'PUT', PAGE],
  ])('%s is refused', verifies('run.cors-origins'), async (_name, path, method, origin) => {
    const response = await preflight(path, method, origin);
    expect(response.status).toBe(401);
    expect(allowedOrigin(response)).toBeNull();
  });
});

describe('a response', () => {
  const list = (key: string | null, origin = PAGE, path = records) =>
    send('GET', path, { key, headers: { origin } });

  test('to a read-only store key names the origin', verifies('run.cors-origins'), async () => {
    for (const path of [records, `${records}/none`]) {
      const response = await list(reader, PAGE, path);
      expect(allowedOrigin(response)).toBe(PAGE);
      expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  test('to other keys and to pages of other origins does not', verifies('run.cors-origins'), async () => {
    for (const response of [
      await list(storeKey),
      await list('account-unknown'),
      await list(reader, 'https://evil.example'),
      await send('GET', records, { headers: { origin: PAGE } }),
    ]) {
      expect(allowedOrigin(response)).toBeNull();
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  test('of the tools names the origin; other pages stay 403', verifies('run.cors-origins'), async () => {
    const call = (origin: string) =>
      send('POST', '/store_mcp', {
        key: reader,
        json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        headers: { origin, accept: 'application/json, text/event-stream' },
      });
    const listed = await call(PAGE);
    expect([listed.status, allowedOrigin(listed)]).toEqual([200, PAGE]);
    const other = await call('https://evil.example');
    expect([other.status, allowedOrigin(other)]).toEqual([403, null]);
  });
});

test('without listed origins nothing of it is sent', verifies('run.cors-origins'), async () => {
  const plain = await createFixture();
  const response = await plain.send('GET', `/v2/stores/${plain.storeId}/records`, {
    headers: { origin: PAGE },
  });
  expect(allowedOrigin(response)).toBeNull();
  expect(response.headers.get('vary')).toBeNull();
});
