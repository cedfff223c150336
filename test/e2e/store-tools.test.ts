import type { StorePropertyRequest, StoreRecordRequest } from '@vitrine/core/contracts';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { type PropertyWords, propertiesOf } from './arrange.ts';
import { eras, NEWEST } from './tool-client.ts';
import { type ToolAccount, type ToolWorld, withToolServers } from './tool-world.ts';

const SCHEMA = {
  sku: 'unique string',
  price: 'required number',
  active: 'boolean',
  seen: 'datetime',
} satisfies Record<string, PropertyWords>;

withToolServers((arrange) => {
  describe.each(eras)('with the official client of the %s era', (era) => {
    test(
      'tells a client how to begin and what each tool returns',
      verifies(
        'tools.endpoint',
        'tools.revision.newest',
        'tools.revision.older',
        'tools.read-only',
        'tools.writes',
        'tools.results',
      ),
      async () => {
        const { connect, a } = await arrange();
        const client = await connect(era, a.key);
        expect(client.revision).toBe(era === 'newest' ? NEWEST : '2025-11-25');
        expect(client.instructions).toContain('Call store_access first');
        const tools = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual([
          'store_access',
          'store_list',
          'store_query',
          'store_summarize',
          'store_get_record',
          'map_list',
          'map_search',
        ]);
        for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
          expect(annotations).toMatchObject({
            readOnlyHint: true,
            destructiveHint: false,
            openWorldHint: false,
          });
          expect(title).toBeTruthy();
          expect(description).toMatch(/^Examples?/m);
          expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
          expect(outputSchema).toMatchObject({ type: 'object' });
        }
      },
    );

    test(
      'returns properties, operators and record counts from store_access',
      verifies('tools.access', 'tools.results'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const store = await createStore(
          { vitrine, a },
          SCHEMA,
          [{ sku: 'A', price: 1 }],
          'Goods of the shop',
        );
        const client = await connect(era, a.key);
        const expected = {
          scope: 'account',
          stores: [
            {
              storeId: store.id,
              name: 'Products',
              description: 'Goods of the shop',
              recordCount: 1,
              properties: [
                { name: 'sku', type: 'string', unique: true },
                { name: 'price', type: 'number', required: true },
                { name: 'active', type: 'boolean' },
                { name: 'seen', type: 'datetime' },
              ],
            },
          ],
          operators: {
            string: 'eq ne in contains startsWith endsWith empty notEmpty',
            number: 'eq ne in gt gte lt lte empty notEmpty',
            boolean: 'eq in empty notEmpty',
            datetime: 'on before after in empty notEmpty',
          },
        };
        for (const args of [{}, { storeId: store.id }, { storeId: null }]) {
          const response = await client.call('store_access', args);
          expect(response).toEqual({ isError: false, structured: expected, text: expect.any(String) });
          expect(JSON.parse(response.text)).toEqual(expected);
        }
      },
    );

    test('finds stores by a part of the name with store_list', verifies('tools.list'), async () => {
      const { vitrine, connect, a, b } = await arrange();
      const shoes = await createStore({ vitrine, a }, SCHEMA, [], null, 'Shoes');
      const hats = await createStore({ vitrine, a }, SCHEMA, [], 'For heads', 'HATS and more');
      await createStore({ vitrine, a: b }, SCHEMA, [], null, 'Hats of another account');
      const client = await connect(era, a.key);
      const hatsShown = { storeId: hats.id, name: 'HATS and more', description: 'For heads', recordCount: 0 };
      const shoesShown = { storeId: shoes.id, name: 'Shoes', description: null, recordCount: 0 };
      expect((await client.call('store_list', { q: 'hats' })).structured).toEqual({
        stores: [hatsShown],
        truncated: false,
      });
      expect((await client.call('store_list', {})).structured).toEqual({
        stores: [hatsShown, shoesShown],
        truncated: false,
      });
      expect((await client.call('store_list', { q: 'gloves' })).structured).toEqual({
        stores: [],
        truncated: false,
      });
    });

    test(
      'counts and lists the records that match all filters with store_query',
      verifies('tools.query.count', 'tools.query.search', 'tools.query.filters', 'tools.query.sort'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const records = ['A', 'B', 'C', 'D'].map((sku, index) => ({
          sku,
          price: index + 1,
          active: index % 2 === 0,
        }));
        const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, records);
        const client = await connect(era, a.key);
        const filters = [
          { field: 'price', op: 'gte', value: '2' },
          { field: 'active', op: 'eq', value: 'false' },
        ];
        expect((await client.call('store_query', { mode: 'count', storeId })).structured).toEqual({
          mode: 'count',
          count: 4,
        });
        expect((await client.call('store_query', { mode: 'count', storeId, filters })).structured).toEqual({
          mode: 'count',
          count: 2,
        });

        const search = await client.call('store_query', {
          mode: 'search',
          storeId,
          filters,
          sortBy: 'price',
          sortDir: 'desc',
        });
        expect(search.structured).toEqual({
          mode: 'search',
          records: [
            expect.objectContaining({ id: 'D', price: 4, active: false, seen: null }),
            expect.objectContaining({ id: 'B' }),
          ],
          returned: 2,
          limit: 25,
          truncated: false,
        });
        const own = await vitrine.records.get(a.principal, storeId, 'D');
        expect(search.structured?.records).toEqual([own, expect.anything()]);
        expect(JSON.parse(search.text)).toEqual(search.structured);
      },
    );

    test(
      'returns 25 records by default and at most 50 from store_query, and reports whether more match',
      verifies('tools.query.limit', 'tools.query.limit.lowered'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const records = Array.from({ length: 60 }, (_, index) => ({ sku: `S${index}`, price: index }));
        const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, records);
        const client = await connect(era, a.key);
        const shown = async (limit?: unknown) => {
          const { structured } = await client.call('store_query', {
            mode: 'search',
            storeId,
            ...(limit === undefined ? {} : { limit }),
          });
          const { records: list, ...rest } = structured as { records: unknown[] };
          return { ...rest, length: list.length };
        };
        const full = {
          mode: 'search',
          truncated: true,
          cursor: expect.any(String),
          advice: expect.stringContaining('"count"'),
        };
        expect(await shown()).toEqual({ ...full, returned: 25, limit: 25, length: 25 });
        expect(await shown(50)).toEqual({ ...full, returned: 50, limit: 50, length: 50 });
        for (const limit of [51, 100, 1_000_000, '70']) {
          expect(await shown(limit)).toEqual({ ...full, returned: 50, limit: 50, length: 50 });
        }
        expect(await shown(1)).toMatchObject({ returned: 1, limit: 1 });
        for (const limit of [0, -1, 1.5, 'many', true]) {
          const { isError, text } = await client.call('store_query', { mode: 'search', storeId, limit });
          expect({ isError, text }).toEqual({
            isError: true,
            text: 'limit: Expected a whole number from 1 to 50.',
          });
        }
      },
    );

    test('parses filters that arrive as text', verifies('tools.query.filters.text'), async () => {
      const { vitrine, connect, a } = await arrange();
      const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, [
        { sku: 'A', price: 1 },
        { sku: 'B', price: 2 },
      ]);
      const client = await connect(era, a.key);
      const filter = { field: 'price', op: 'gt', value: '1' };
      for (const filters of [JSON.stringify([filter]), [JSON.stringify(filter)], [{ ...filter, value: 1 }]]) {
        const { structured } = await client.call('store_query', { mode: 'count', storeId, filters });
        expect(structured).toEqual({ mode: 'count', count: 1 });
      }
      for (const filters of ['[]', '', null]) {
        const { structured } = await client.call('store_query', { mode: 'count', storeId, filters });
        expect(structured).toEqual({ mode: 'count', count: 2 });
      }
      for (const filters of ['price > 1', JSON.stringify(filter), '[', 7]) {
        const { isError, text } = await client.call('store_query', { mode: 'count', storeId, filters });
        expect({ isError, text }).toEqual({
          isError: true,
          text: expect.stringContaining('filters: Expected a list of filters such as [{'),
        });
      }
    });

    test('continues after the cursor of a result', verifies('tools.query.cursor'), async () => {
      const { vitrine, connect, a } = await arrange();
      const records = Array.from({ length: 60 }, (_, i) => ({ sku: `s${i}`, price: i }));
      const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, records);
      const client = await connect(era, a.key);
      const filters = [{ field: 'price', op: 'lt', value: '57' }];
      const request = { mode: 'search', storeId, filters, sortBy: 'price', limit: 25 };
      const seen: unknown[] = [];
      let cursor: unknown;
      do {
        const { structured = {} } = await client.call(
          'store_query',
          cursor ? { ...request, cursor } : request,
        );
        seen.push(...(structured.records as { price: number }[]).map(({ price }) => price));
        expect(structured.truncated).toBe(structured.cursor !== undefined);
        cursor = structured.cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: 57 }, (_, i) => i));
      const first = await client.call('store_query', request);
      for (const change of [{ filters: [] }, { sortDir: 'desc' }, { cursor: 'x' }]) {
        const args = { ...request, cursor: first.structured?.cursor, ...change };
        const { isError, text } = await client.call('store_query', args);
        expect({ isError, text }).toEqual({
          isError: true,
          text: expect.stringContaining('cursor: Expected'),
        });
      }
    });

    test('takes a list of values or its JSON text for in', verifies('tools.query.in'), async () => {
      const { vitrine, connect, a } = await arrange();
      const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, [
        { sku: 'A', price: 1, active: true },
        { sku: 'B', price: 2, seen: '2026-01-31T12:00:00Z' },
        { sku: '["A"]', price: 3 },
      ]);
      const client = await connect(era, a.key);
      const count = async (field: string, value: unknown) => {
        const filters = [{ field, op: 'in', value }];
        return (await client.call('store_query', { mode: 'count', storeId, filters })).structured?.count;
      };
      for (const value of [
        ['A', 'B', 'C'],
        ['A', '["A"]'],
        ['A', 'B', 'a'],
      ]) {
        expect(await count('sku', value)).toBe(2);
        expect(await count('sku', JSON.stringify(value))).toBe(2);
      }
      expect(await count('price', ['1', 2, '2.0'])).toBe(2);
      expect(await count('price', '[3, "1e0"]')).toBe(2);
      expect(await count('active', '["true"]')).toBe(1);
      expect(await count('seen', ['2026-01-30', '2026-01-31'])).toBe(1);
      const refusals = [
        ['price', '1', 'filters[0].value: Expected a list of 1 to 100 values.'],
        ['price', '', 'filters[0].value: Expected a list of 1 to 100 values.'],
        ['price', '[1, "cheap"]', 'filters[0].value[1]: Expected a finite number'],
      ] as const;
      for (const [field, value, message] of refusals) {
        const filters = [{ field, op: 'in', value }];
        const { isError, text } = await client.call('store_query', { mode: 'search', storeId, filters });
        expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(message) });
      }
    });

    test('takes null, an empty text and the text null as absent', verifies('tools.unset'), async () => {
      const { vitrine, connect, a } = await arrange();
      const { id: storeId } = await createStore({ vitrine, a }, SCHEMA, [{ sku: 'A', price: 1 }]);
      const client = await connect(era, a.key);
      const result = async (tool: string, args: object) => {
        const { isError, text, structured } = await client.call(tool, { ...args });
        return isError ? text : structured;
      };
      const search = { storeId, mode: 'search' };
      const count = { storeId, mode: 'count' };
      const sum = { storeId, measures: [{ op: 'count' }] };
      for (const empty of [null, '', 'null']) {
        const order = { sortBy: empty, sortDir: empty, limit: empty, cursor: empty };
        const filters = { filters: empty };
        expect(await result('store_query', { ...search, ...order, ...filters })).toEqual(
          await result('store_query', search),
        );
        expect(await result('store_query', { ...count, ...filters })).toEqual({ mode: 'count', count: 1 });
        const more = { groupBy: empty, sortBy: empty, sortDir: empty, limit: empty, ...filters };
        expect(
          await result('store_summarize', {
            ...sum,
            ...more,
            measures: [{ op: 'count', as: empty, field: empty }],
          }),
        ).toEqual(await result('store_summarize', sum));
        expect(await result('store_list', { q: empty })).toEqual(await result('store_list', {}));
        expect(await result('store_access', { storeId: empty })).toEqual(await result('store_access', {}));
      }
      expect(
        await result('store_query', { ...count, filters: [{ field: 'sku', op: 'eq', value: 'null' }] }),
      ).toEqual({
        mode: 'count',
        count: 0,
      });
    });

    test(
      'names storeId as required for an account key only',
      verifies('tools.store-id-required'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const { id } = await createStore({ vitrine, a }, SCHEMA, []);
        const required = async (key: string) =>
          (await (await connect(era, key)).listTools())
            .filter(({ inputSchema }) => (inputSchema.required as string[] | undefined)?.includes('storeId'))
            .map(({ name }) => name);
        expect(await required(a.key)).toEqual(['store_query', 'store_summarize', 'store_get_record']);
        expect(await required(await a.storeKey(id))).toEqual([]);
      },
    );

    test(
      'reads by id and by unique values with store_get_record',
      verifies('tools.get-record', 'tools.get-record.text'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const single = await createStore({ vitrine, a }, SCHEMA, [
          { sku: 'A', price: 1 },
          { sku: '{"sku":"A"}', price: 2 },
        ]);
        const numbered = await createStore({ vitrine, a }, { no: 'unique number' }, [{ no: 7 }]);
        const composite = await createStore(
          { vitrine, a },
          { country: 'unique string', zip: 'unique string' },
          [{ country: 'DE', zip: '10115' }],
        );
        const client = await connect(era, a.key);
        const read = async (storeId: string, key: unknown) =>
          (await client.call('store_get_record', { storeId, key })).structured;

        const plain = await vitrine.records.get(a.principal, single.id, 'A');
        expect(await read(single.id, 'A')).toEqual({ record: plain });
        expect(await read(single.id, { sku: 'A' })).toEqual({ record: plain });
        // An id that looks like JSON is tried as an id first.
        expect(await read(single.id, '{"sku":"A"}')).toMatchObject({ record: { price: 2 } });
        for (const key of [7, '7', { no: 7 }, { no: '7' }, '{"no":"7.0"}'])
          expect(await read(numbered.id, key)).toMatchObject({ record: { no: 7 } });
        const key = { country: 'DE', zip: '10115' };
        expect(await read(composite.id, key)).toMatchObject({ record: key });
        expect(await read(composite.id, JSON.stringify(key))).toMatchObject({ record: key });
      },
    );

    test(
      'returns mistakes as tool errors that say how to correct them',
      verifies('tools.mistakes', 'tools.account-key'),
      async () => {
        const { vitrine, connect, a, b } = await arrange();
        const { id: storeId } = await createStore({ vitrine, a }, SCHEMA);
        const { id: loose } = await createStore({ vitrine, a }, { note: 'string' });
        const { id: foreign } = await createStore({ vitrine, a: b }, SCHEMA);
        const client = await connect(era, a.key);
        const query = (filters: unknown, more = {}) =>
          ['store_query', { mode: 'search', storeId, filters, ...more }] as const;
        const cases: [call: readonly [string, Record<string, unknown>], ...says: string[]][] = [
          [['store_query', { mode: 'count' }], 'storeId:', 'store_list'],
          [['store_get_record', { key: 'A' }], 'storeId:', 'store_list'],
          [['store_access', { storeId: 'nope' }], 'No store "nope"', 'store_list'],
          [['store_access', { storeId: foreign }], `No store "${foreign}"`, 'store_list'],
          [['store_query', { mode: 'count', storeId: foreign }], 'No store', 'store_list'],
          [['store_get_record', { key: 'A', storeId: foreign }], 'No store', 'store_list'],
          [['store_query', { storeId }], 'mode:', '"count"', '"search"'],
          [['store_query', { mode: 'sum', storeId }], 'mode:', '"count"', '"search"'],
          [['store_query', { mode: 'count', storeId, filter: [] }], 'filter: Unknown member.', 'filters'],
          [
            query([{ field: 'colour', op: 'eq', value: 'x' }]),
            'filters[0].field',
            'sku, price, active, seen, id, date_created, date_updated',
          ],
          [
            query([{ field: 'price', op: 'contains', value: '1' }]),
            'filters[0].op',
            'eq, ne, in, gt, gte, lt, lte',
          ],
          [query([{ field: 'price', op: 'eq', value: 'cheap' }]), 'filters[0].value', 'finite number'],
          [query([{ field: 'seen', op: 'on', value: 'today' }]), 'filters[0].value', '2026-01-02'],
          [
            query([{ field: 'price', operator: 'eq', value: '1' }]),
            'filters[0].op',
            'filters[0].operator',
            'Known: field, op, value',
          ],
          [query([{ op: 'eq' }]), 'filters[0].field'],
          [query(['price']), 'filters[0]', 'field, op and value'],
          [query([], { sortBy: 'colour' }), 'sortBy', 'price'],
          [query([], { sortDir: 'down' }), 'sortDir', '"desc"'],
          [['store_get_record', { key: 'nope', storeId }], 'No record with the key "nope"', 'store_query'],
          [['store_get_record', { storeId }], 'key:', '{"sku": "A-1"}'],
          [['store_get_record', { storeId, key: ['A'] }], 'key:', '{"sku": "A-1"}'],
          [['store_get_record', { storeId, key: { price: 1 } }], 'key.sku', 'required'],
          [['store_get_record', { storeId, key: { colour: 1 } }], 'key.colour', 'Known: sku'],
          [['store_get_record', { storeId: loose, key: { note: 'x' } }], 'key:', 'record id'],
          [['store_list', { q: 5 }], 'q:', 'text'],
        ];
        for (const [[tool, args], ...says] of cases) {
          const { isError, text, structured } = await client.call(tool, args);
          expect({ isError, structured }, `${tool} ${JSON.stringify(args)}: ${text}`).toEqual({
            isError: true,
            structured: undefined,
          });
          for (const part of says) expect(text, JSON.stringify(args)).toContain(part);
        }
      },
    );

    test(
      'lets a store key omit storeId, reach only its store, and read about it in the descriptions',
      verifies('tools.store-key', 'tools.store-key.descriptions'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        const own = await createStore({ vitrine, a }, SCHEMA, [{ sku: 'A', price: 1 }], 'Goods of the shop');
        const other = await createStore({ vitrine, a }, SCHEMA, [{ sku: 'B', price: 1 }], null, 'Other');
        const key = await a.storeKey(own.id);
        const client = await connect(era, key);
        for (const storeId of [undefined, own.id, '']) {
          const at = storeId === undefined ? {} : { storeId };
          expect((await client.call('store_access', at)).structured).toMatchObject({
            scope: 'store',
            stores: [{ storeId: own.id }],
          });
          expect((await client.call('store_query', { mode: 'count', ...at })).structured).toEqual({
            mode: 'count',
            count: 1,
          });
          expect((await client.call('store_get_record', { key: 'A', ...at })).structured).toMatchObject({
            record: { id: 'A' },
          });
        }
        expect((await client.call('store_list', {})).structured).toMatchObject({
          stores: [{ storeId: own.id }],
        });
        expect((await client.call('store_list', { q: 'other' })).structured).toMatchObject({ stores: [] });
        // The same text for an existing store and for an unknown one.
        for (const storeId of [other.id, 'nope']) {
          for (const [tool, args] of [
            ['store_access', {}],
            ['store_query', { mode: 'count' }],
            ['store_get_record', { key: 'B' }],
          ] as const) {
            const { isError, text } = await client.call(tool, { ...args, storeId });
            expect({ isError, text }).toEqual({
              isError: true,
              text: 'storeId: This key reaches one store only. Leave storeId out.',
            });
          }
        }
        const tools = await client.listTools();
        for (const { name, description = '' } of tools) {
          expect(description).toContain('"Products"');
          expect(description).not.toContain('Other');
          if (name !== 'store_list')
            expect(description).toContain('"sku" (string, unique), "price" (number, required)');
        }

        await vitrine.stores.delete(a.principal, own.id);
        expect(await client.call('store_query', { mode: 'count' })).toMatchObject({
          isError: true,
          text: 'storeId: The store of this key has been deleted.',
        });
        const later = await connect(era, key);
        expect((await later.listTools()).map(({ description }) => description).join('\n')).not.toContain(
          'Products',
        );
      },
    );

    test(
      'returns the 50 newest stores of an account from store_access, and how to reach the others',
      verifies('tools.access.first'),
      async () => {
        const { vitrine, connect, a } = await arrange();
        for (let index = 0; index < 51; index++)
          await createStore({ vitrine, a }, { note: 'string' }, [], null, `Store ${index}`);
        const client = await connect(era, a.key);
        const { structured } = await client.call('store_access');
        const { stores, ...rest } = structured as { stores: { name: string }[] };
        expect(stores.map(({ name }) => name)).toEqual(
          Array.from({ length: 50 }, (_, index) => `Store ${50 - index}`),
        );
        expect(rest).toEqual({
          scope: 'account',
          truncated: true,
          advice: expect.stringContaining('store_list'),
        });
      },
    );

    test('limits a result to 100 kB, and says how to get the rest', verifies('tools.size'), async () => {
      const { vitrine, connect, a } = await arrange();
      const properties = { sku: 'unique string', long: 'string', longer: 'string' } as const;
      const { id: storeId } = await createStore({ vitrine, a }, properties, [
        ...Array.from({ length: 10 }, (_, index) => ({ sku: `S${index}`, long: '😀'.repeat(5_000) })),
        { sku: 'huge', long: '\u0001'.repeat(65_536), longer: '"'.repeat(65_536) },
      ]);
      const client = await connect(era, a.key);
      const search = async (filters: unknown) =>
        client.call('store_query', { mode: 'search', storeId, filters, sortBy: 'sku', sortDir: 'desc' });

      const some = await search([{ field: 'sku', op: 'startsWith', value: 'S' }]);
      expect(Buffer.byteLength(some.text)).toBeLessThanOrEqual(100_000);
      expect(some.structured).toMatchObject({
        returned: 4,
        limit: 25,
        truncated: true,
        advice: expect.stringContaining('"count"'),
      });

      for (const response of [
        await search([{ field: 'sku', op: 'eq', value: 'huge' }]),
        await client.call('store_get_record', { storeId, key: 'huge' }),
      ]) {
        expect(Buffer.byteLength(response.text)).toBeLessThanOrEqual(100_000);
        expect(response.structured).toMatchObject({ truncated: true, advice: expect.any(String) });
        expect(response.text).toContain('[cut: 65536 characters in all]');
      }

      const description = '\u0001'.repeat(1_000);
      const words = Object.fromEntries(Array.from({ length: 100 }, (_, i) => ['é'.repeat(60) + i, 'string']));
      for (let index = 0; index < 20; index++) {
        await createStore({ vitrine, a }, words as Record<string, 'string'>, [], description);
      }
      for (const tool of ['store_list', 'store_access']) {
        const { text, structured } = await client.call(tool);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
        expect(structured).toMatchObject({
          truncated: true,
          advice: expect.stringContaining('part of'),
        });
      }
    });
  });
});

async function createStore(
  { vitrine, a }: { vitrine: ToolWorld['vitrine']; a: ToolAccount },
  words: Readonly<Record<string, PropertyWords>>,
  records: readonly StoreRecordRequest[] = [],
  description: string | null = null,
  name = 'Products',
) {
  const properties: StorePropertyRequest[] = propertiesOf(words);
  const store = await vitrine.stores.create(a.principal, { name, description, properties });
  for (let start = 0; start < records.length; start += 100) {
    const { failed } = await vitrine.records.batchUpsert(a.principal, store.id, {
      records: records.slice(start, start + 100),
    });
    expect(failed).toBe(0);
  }
  return store;
}
