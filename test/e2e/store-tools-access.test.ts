import { describe, expect, test } from 'vitest';
import { rounds } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { connectTools, type Era, eras } from './tool-client.ts';
import {
  rawRequest,
  readMessage,
  sendRaw,
  type ToolAccount,
  type ToolWorld,
  withToolServers,
} from './tool-world.ts';

const CLIENTS = rounds(60, 200);
const CALLS_EACH = 10;

withToolServers((arrange) => {
  describe.each(eras)('in the %s era', (era) => {
    test('returns 401 without a valid key', verifies('tools.key'), async () => {
      const { url, vitrine, a } = await arrange();
      const revoked = await vitrine.apiKeys.create(a.principal, { name: 'gone' });
      const list = rawRequest(era, revoked.key, 'tools/list', {});
      expect((await sendRaw(url, list.headers, list.body)).status).toBe(200);
      await vitrine.apiKeys.revoke(a.principal, revoked.keyId);

      for (const key of [null, revoked.key, 'account-unknown', `${a.key}x`]) {
        const { headers, body } = rawRequest(era, key, 'tools/list', {});
        const response = await sendRaw(url, headers, body);
        expect(response.status).toBe(401);
        expect(response.headers['www-authenticate']).toBe('Bearer');
        expect(response.headers['content-type']).toBe('application/problem+json');
        expect(JSON.parse(response.text)).toMatchObject({
          status: 401,
          code: 'unauthorized',
          instance: '/store_mcp',
        });
      }
      await expect(connectTools(era, url, revoked.key)).rejects.toThrow();
    });

    test(
      'returns 403 for a foreign Origin or Host, also with a valid key',
      verifies('tools.origin', 'tools.host'),
      async () => {
        const { url, a } = await arrange();
        const { headers, body } = rawRequest(era, a.key, 'tools/list', {});
        const { port } = new URL(url);
        const send = (more: Record<string, string>) => sendRaw(url, { ...headers, ...more }, body);
        for (const more of [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: `http://localhost.evil.example:${port}` },
          { host: 'evil.example' },
          { host: `rebound.evil.example:${port}` },
          { host: 'evil.example', origin: 'http://evil.example' },
        ]) {
          const response = await send(more);
          expect(response.status, JSON.stringify(more)).toBe(403);
          expect(JSON.parse(response.text)).toMatchObject({
            status: 403,
            code: 'forbidden',
            instance: '/store_mcp',
          });
        }
        for (const more of [
          {},
          { origin: url },
          { origin: `http://localhost:${port}` },
          { host: `localhost:${port}` },
        ]) {
          expect((await send(more)).status, JSON.stringify(more)).toBe(200);
        }
      },
    );
  });

  test(
    'returns 405 for every other method, as a server without sessions and streams does',
    verifies('tools.endpoint'),
    async () => {
      const { url, a } = await arrange();
      for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
        const response = await sendRaw(
          url,
          { authorization: `Bearer ${a.key}`, accept: 'text/event-stream' },
          null,
          method,
        );
        expect({ method, status: response.status, allow: response.headers.allow }).toEqual({
          method,
          status: 405,
          allow: 'POST',
        });
      }
    },
  );

  test('agrees on each older revision that a client requests', verifies('tools.revision.older'), async () => {
    const { url, a } = await arrange();
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const { headers, body } = rawRequest('older', a.key, 'initialize', params);
      const { result } = readMessage((await sendRaw(url, headers, body)).text);
      expect(result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'vitrine' },
      });
      const call = rawRequest('older', a.key, 'tools/call', { name: 'store_list', arguments: {} }, 2);
      const response = await sendRaw(
        url,
        { ...call.headers, 'mcp-protocol-version': protocolVersion },
        call.body,
      );
      expect(readMessage(response.text)).toMatchObject({
        id: 2,
        result: { structuredContent: { stores: [] } },
      });
    }
  });

  test(
    'lets only the client cache a tool list, for a minute',
    verifies('tools.revision.newest'),
    async () => {
      const { url, a } = await arrange();
      const { headers, body } = rawRequest('newest', a.key, 'tools/list', {});
      const response = await sendRaw(url, headers, body);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(readMessage(response.text).result).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
    },
  );

  test(
    'acknowledges and ends a subscription, so that no stream outlives its key',
    verifies('tools.revision.newest'),
    async () => {
      const { url, a } = await arrange();
      const listen = { notifications: { toolsListChanged: true } };
      const { headers, body } = rawRequest('newest', a.key, 'subscriptions/listen', listen);
      const { status, text } = await sendRaw(url, headers, body);
      expect(status).toBe(200);
      expect(text).toContain('notifications/subscriptions/acknowledged');
    },
  );

  test(`gives ${CLIENTS} clients of two accounts with equal request ids their own responses`, {
    ...verifies('tools.isolation'),
    timeout: 120_000,
  }, async () => {
    const { url, vitrine, a, b } = await arrange();
    const sides = [await mark(vitrine, a, 'alpha'), await mark(vitrine, b, 'bravo')] as const;

    async function runClient(index: number): Promise<void> {
      const side = sides[index % 2] ?? sides[0];
      const other = sides[(index + 1) % 2] ?? sides[0];
      const era: Era = index % 4 < 2 ? 'newest' : 'older';
      for (let call = 0; call < CALLS_EACH; call++) {
        const { tool, args, isOwn } = pickCall(call, side.storeId, other.storeId);
        const { headers, body } = rawRequest(era, side.key, 'tools/call', { name: tool, arguments: args });
        let { status, text } = await sendRaw(url, headers, body);
        // A busy server refuses, and clients call again, as they are told.
        for (let again = 0; status === 503 && again < 5; again++)
          ({ status, text } = await sendRaw(url, headers, body));
        const message = readMessage(text);
        expect({ status, id: message.id }).toEqual({ status: 200, id: 1 });
        expect(message.result?.isError ?? false).toBe(!isOwn);
        expect(text.includes(side.marker), `${era} ${tool}: ${text}`).toBe(isOwn);
        expect(text).not.toContain(other.marker);
      }
    }

    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => runClient(index)));
  });

  test('gives concurrent official clients their own responses', verifies('tools.isolation'), async () => {
    const { vitrine, connect, a, b } = await arrange();
    const sides = [await mark(vitrine, a, 'alpha'), await mark(vitrine, b, 'bravo')] as const;
    const connected = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const side = sides[index % 2] ?? sides[0];
        return { side, client: await connect(index % 4 < 2 ? 'newest' : 'older', side.key) };
      }),
    );
    await Promise.all(
      connected.map(async ({ side, client }) => {
        for (let call = 0; call < 10; call++) {
          const { structured } = await client.call('store_get_record', {
            storeId: side.storeId,
            key: 'same',
          });
          expect(structured).toMatchObject({ record: { marker: side.marker } });
        }
      }),
    );
  });
});

interface Side {
  readonly key: string;
  readonly storeId: string;
  readonly marker: string;
}

/** Creates a store whose name and record contain the account's marker. Record ids are equal in both accounts. */
async function mark(
  vitrine: ToolWorld['vitrine'],
  { principal, key }: ToolAccount,
  marker: string,
): Promise<Side> {
  const store = await vitrine.stores.create(principal, {
    name: `Store of ${marker}`,
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'marker', type: 'string' },
    ],
  });
  await vitrine.records.add(principal, store.id, { sku: 'same', marker });
  return { key, storeId: store.id, marker };
}

function pickCall(index: number, own: string, other: string) {
  const calls = [
    { tool: 'store_access', args: {}, isOwn: true },
    { tool: 'store_list', args: { q: 'store' }, isOwn: true },
    { tool: 'store_query', args: { mode: 'search', storeId: own }, isOwn: true },
    {
      tool: 'store_summarize',
      args: { measures: [{ op: 'count' }], groupBy: [{ field: 'marker' }], storeId: own },
      isOwn: true,
    },
    { tool: 'store_get_record', args: { key: 'same', storeId: own }, isOwn: true },
    { tool: 'store_get_record', args: { key: 'same', storeId: other }, isOwn: false },
  ];
  return calls[index % calls.length] ?? { tool: '', args: {}, isOwn: false };
}
