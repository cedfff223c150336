import { expect, test } from 'vitest';
import { bigList } from '../naughty-strings.ts';
import { firstByDay } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { eras } from './tool-client.ts';
import { rawRequest, readMessage, sendRaw, withToolServers } from './tool-world.ts';

const DEEP = 100_000;
const deepArray = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const deepObject = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;

/** JSON texts, because some of these have no JavaScript value. */
const VALUES = [
  'null',
  'true',
  '-0',
  '1e400',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"length":-1}',
  '[{"field":{"a":1},"op":["eq"],"value":{"$gt":""}}]',
  '[{"field":"__proto__","op":"eq","value":"x"}]',
  '[{"field":"t0","op":"eq","value":"x"}]',
  `${JSON.stringify([{ field: 'sku', op: 'contains', value: 'a'.repeat(500_000) }])}`,
  `[${Array(5_000).fill('{"field":"x","op":"y"}').join(',')}]`,
  `"${'9'.repeat(100_000)}"`,
  `"${'{'.repeat(100_000)}"`,
  JSON.stringify(JSON.stringify({ sku: { deep: [[[1]]] } })),
  `${'['.repeat(900)}${']'.repeat(900)}`,
  `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`,
  JSON.stringify(deepArray),
];

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  store_access: ['storeId', '__proto__', 'extra'],
  store_list: ['q', 'constructor'],
  store_summarize: ['groupBy', 'measures', 'filters', 'storeId', 'sortBy', 'sortDir', 'limit'],
  store_query: ['mode', 'filters', 'storeId', 'sortBy', 'sortDir', 'limit', 'match'],
  store_get_record: ['key', 'storeId', 'toString'],
};

withToolServers((arrange) => {
  test('returns a result or a tool error for any arguments', {
    ...verifies('tools.hostile', 'tools.mistakes'),
    timeout: 120_000,
  }, async () => {
    const { url, vitrine, a } = await arrange();
    const store = await vitrine.stores.create(a.principal, {
      name: 'Products',
      properties: [{ name: 'sku', type: 'string', unique: true }],
    });
    const key = await a.storeKey(store.id);
    for (const era of firstByDay(eras)) {
      for (const [tool, members] of Object.entries(TOOLS)) {
        const mode =
          tool === 'store_query' ? '"mode":"search",' : tool === 'store_get_record' ? '"key":"x",' : '';
        for (const member of members) {
          for (const value of VALUES) {
            const { headers, body } = rawRequest(era, key, 'tools/call', {
              name: tool,
              arguments: { PLACE: 1 },
            });
            const text = body.replace('"PLACE":1', () => `${mode}${JSON.stringify(member)}:${value}`);
            const response = await sendRaw(url, headers, text);
            const shown = `${era} ${tool} ${member}: ${value.slice(0, 60)} → ${response.text.slice(0, 200)}`;
            expect(response.status, shown).toBe(200);
            expect(Buffer.byteLength(response.text), shown).toBeLessThan(20_000);
            const { result } = readMessage(response.text);
            const [content] = result?.content ?? [];
            expect(content?.text, shown).toBeTruthy();
            if (result?.isError === true)
              expect(content?.text, shown).not.toMatch(/Invalid input|undefined|\bat .*\.ts/);
          }
        }
      }
    }
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('treats naughty strings in every place of a query as text', verifies('tools.hostile'), async () => {
    const { connect, vitrine, a } = await arrange();
    const store = await vitrine.stores.create(a.principal, {
      name: 'Products',
      properties: [{ name: 'sku', type: 'string' }],
    });
    await vitrine.records.add(a.principal, store.id, { sku: 'calm' });
    const client = await connect('newest', await a.storeKey(store.id));
    const filtered = (field: string, value: string) =>
      client.call('store_query', { mode: 'count', filters: [{ field, op: 'eq', value }] });
    for (const text of bigList) {
      const [count, ...refused] = await Promise.all([
        filtered('sku', text),
        filtered(text, 'x'),
        client.call('store_query', { mode: 'search', sortBy: text }),
        client.call('store_get_record', { key: text }),
      ]);
      if (!count.isError) expect(count.structured).toEqual({ mode: 'count', count: 0 });
      expect(
        refused.map(({ isError }) => isError),
        text,
      ).toEqual([true, text !== '' && text !== 'null', true]);
    }
  });

  test(
    'serves JSON to a client that accepts it, or names no media type',
    verifies('tools.accept'),
    async () => {
      const { url, a } = await arrange();
      for (const era of ['newest', 'older'] as const) {
        const { headers, body } = rawRequest(era, a.key, 'tools/call', { name: 'store_list', arguments: {} });
        const { accept: _, ...bare } = headers;
        for (const accept of [
          undefined,
          '*/*',
          'application/json',
          'application/*',
          'text/html, application/json;q=0.9',
        ]) {
          const response = await sendRaw(url, accept === undefined ? bare : { ...bare, accept }, body);
          expect({ era, accept, status: response.status }).toEqual({ era, accept, status: 200 });
          expect(response.headers['content-type']).toBe('application/json');
          expect(JSON.parse(response.text).result.structuredContent).toEqual({
            stores: [],
            truncated: false,
          });
        }
      }
      const { headers, body } = rawRequest('older', a.key, 'tools/list', {});
      const two = `[${body},${body.replace('"id":1', '"id":2')}]`;
      const response = await sendRaw(url, { ...headers, accept: '*/*' }, two);
      expect(JSON.parse(response.text).map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    },
  );

  test('returns a 4xx for anything but a message of the protocol', verifies('tools.hostile'), async () => {
    const { url, a } = await arrange();
    const { headers } = rawRequest('older', a.key, 'tools/list', {});
    const call = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'store_list' },
    });
    const bodies: [body: string, status: number, more?: Record<string, string>][] = [
      ['', 400],
      ['{', 400],
      ['null', 400],
      ['7', 400],
      ['{}', 400],
      ['[]', 400],
      [deepArray, 400],
      [deepObject, 400],
      ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400],
      [`[${Array(51).fill(call).join(',')}]`, 400],
      [`"${'x'.repeat(4 * 1024 * 1024)}"`, 413],
      [call, 415, { 'content-type': 'text/plain' }],
      [call, 406, { accept: 'text/html' }],
      [call, 400, { 'mcp-protocol-version': '1999-01-01' }],
    ];
    for (const [body, status, more = {}] of bodies) {
      const response = await sendRaw(url, { ...headers, ...more }, body);
      expect({ body: body.slice(0, 40), status: response.status }, response.text).toEqual({
        body: body.slice(0, 40),
        status,
      });
    }
    const unknown = rawRequest('older', a.key, 'tools/call', { name: 'store_delete', arguments: {} });
    const response = await sendRaw(url, unknown.headers, unknown.body);
    expect(readMessage(response.text).error).toMatchObject({
      message: expect.stringContaining('store_get_record'),
    });
  });
});
