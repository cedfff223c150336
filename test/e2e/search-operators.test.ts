import type { SearchRecordsResponse, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordsPath,
} from './arrange.ts';
import type { Client, Problem } from './client.ts';
import { onOneStorage } from './world.ts';

/** `[field, op, value]`. The filter has no value member if it is omitted here. */
type FilterWords = readonly [field: string, op: string, value?: unknown];

const toFilters = (words: readonly FilterWords[]) =>
  words.map(([field, op, ...rest]) => ({ field, op, ...(rest.length === 0 ? {} : { value: rest[0] }) }));

function search(client: Client, store: { id: string }, words: readonly FilterWords[], more: object = {}) {
  return client.post<SearchRecordsResponse>(`${recordsPath(store)}/search`, {
    filters: toFilters(words),
    ...more,
  });
}

/** Returns the matching keys, sorted. */
async function keysOf(
  client: Client,
  store: { id: string },
  words: readonly FilterWords[],
  more: object = {},
) {
  const { status, body, text } = await search(client, store, words, { sortBy: 'date_created', ...more });
  expect(status, text).toBe(200);
  return body.items
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
}

async function createSample(client: Client): Promise<StoreDetail> {
  const store = await createStore(client, {
    key: 'unique string',
    text: 'string',
    n: 'number',
    flag: 'boolean',
    at: 'datetime',
    link: 'url_link',
    picture: 'url_image',
  });
  await addRecords(client, store, [
    {
      key: 'k1',
      text: 'Apple',
      n: 1,
      flag: true,
      link: 'https://example.com/A',
      picture: 'http://example.com/a.png',
    },
    { key: 'k2', text: 'apple pie', n: 2.5, flag: false },
    { key: 'k3', text: '', n: -1 },
    { key: 'k4', text: null, n: null },
    { key: 'k5', text: '100% _sure_ \\', n: 0 },
    { key: 'k6', text: 'ÄPFEL Straße ΣΟΦΟΣ İ', n: 9007199254740991 },
  ]);
  return store;
}

onOneStorage((arrange) => {
  test(
    'applies string operators to strings and both types of URL',
    verifies(
      'operation.search',
      'filter.string',
      'filter.url',
      'filter.eq-ne',
      'filter.ne-unset',
      'filter.empty',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const find = (...words: FilterWords[]) => keysOf(a, store, words);
      expect(await find(['text', 'eq', 'Apple'])).toBe('k1');
      expect(await find(['text', 'eq', 'apple'])).toBe('');
      expect(await find(['text', 'eq', ''])).toBe('k3');
      expect(await find(['text', 'ne', 'Apple'])).toBe('k2 k3 k4 k5 k6');
      expect(await find(['text', 'ne', ''])).toBe('k1 k2 k4 k5 k6');
      expect(await find(['text', 'contains', 'PP'])).toBe('k1 k2');
      expect(await find(['text', 'startsWith', 'APPLE'])).toBe('k1 k2');
      expect(await find(['text', 'endsWith', 'PIE'])).toBe('k2');
      expect(await find(['text', 'empty'])).toBe('k3 k4');
      expect(await find(['text', 'notEmpty'])).toBe('k1 k2 k5 k6');
      expect(await find(['text', 'empty', { ignored: [1] }])).toBe('k3 k4');
      expect(await find(['link', 'eq', 'https://example.com/A'])).toBe('k1');
      expect(await find(['link', 'eq', 'https://example.com/a'])).toBe('');
      expect(await find(['link', 'contains', 'EXAMPLE.com/a'])).toBe('k1');
      expect(await find(['link', 'empty'])).toBe('k2 k3 k4 k5 k6');
      expect(await find(['picture', 'endsWith', '.PNG'])).toBe('k1');
      expect(await find(['picture', 'ne', 'x'])).toBe('k1 k2 k3 k4 k5 k6');
      expect(await find(['picture', 'notEmpty', null])).toBe('k1');
    },
  );

  test(
    'matches contains, startsWith and endsWith without wildcards, and lower-cases all of Unicode',
    verifies('filter.text'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const find = (...words: FilterWords[]) => keysOf(a, store, words);
      expect(await find(['text', 'contains', '%'])).toBe('k5');
      expect(await find(['text', 'contains', '_'])).toBe('k5');
      expect(await find(['text', 'contains', 'a_p'])).toBe('');
      expect(await find(['text', 'contains', '.*'])).toBe('');
      expect(await find(['text', 'endsWith', '\\'])).toBe('k5');
      expect(await find(['text', 'startsWith', 'äpfel'])).toBe('k6');
      expect(await find(['text', 'contains', 'STRAßE'])).toBe('k6');
      expect(await find(['text', 'contains', 'STRASSE'])).toBe('');
      expect(await find(['text', 'contains', 'apfel'])).toBe('');
      expect(await find(['text', 'endsWith', 'i̇'])).toBe('k6');
      expect(await find(['text', 'contains', '*'])).toBe('');
      const same = 'ΣΟΦΟΣ'.toLowerCase();
      expect(await find(['text', 'contains', same])).toBe('k6');
    },
  );

  test(
    'returns 400 for an empty value of contains, startsWith or endsWith',
    verifies('filter.text.empty-value'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      for (const op of ['contains', 'startsWith', 'endsWith']) {
        expectRefused(await search(a, store, [['text', op, '']]), ['filters[0].value']);
        expectRefused(await search(a, store, [['text', op]]), ['filters[0].value']);
        expectRefused(await search(a, store, [['text', op, null]]), ['filters[0].value']);
      }
    },
  );

  test(
    'accepts a number or its JSON text in number operators, and matches unset values only with ne',
    verifies(
      'filter.number',
      'filter.value',
      'filter.value.number-grammar',
      'filter.value.big-integers',
      'filter.unset',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const find = (...words: FilterWords[]) => keysOf(a, store, words);
      expect(await find(['n', 'eq', 2.5])).toBe('k2');
      expect(await find(['n', 'eq', '2.50'])).toBe('k2');
      expect(await find(['n', 'eq', '25e-1'])).toBe('k2');
      expect(await find(['n', 'eq', -0])).toBe('k5');
      expect(await find(['n', 'eq', '-0'])).toBe('k5');
      expect(await find(['n', 'ne', 2.5])).toBe('k1 k3 k4 k5 k6');
      expect(await find(['n', 'gt', 0])).toBe('k1 k2 k6');
      expect(await find(['n', 'gte', '0'])).toBe('k1 k2 k5 k6');
      expect(await find(['n', 'lt', 1])).toBe('k3 k5');
      expect(await find(['n', 'lte', 1])).toBe('k1 k3 k5');
      expect(await find(['n', 'lt', 1e300])).toBe('k1 k2 k3 k5 k6');
      expect(await find(['n', 'eq', 2 ** 53])).toBe('');
      expect(await find(['n', 'gte', '9007199254740992'])).toBe('');
      for (const value of [
        '',
        ' 1',
        '1 ',
        '+1',
        '01',
        '.5',
        '1.',
        '0x10',
        'NaN',
        'Infinity',
        '1e400',
        '1,5',
        '１',
        null,
        true,
        [1],
        { a: 1 },
        undefined,
      ]) {
        expectRefused(await search(a, store, [['n', 'eq', value]]), ['filters[0].value']);
      }
    },
  );

  test(
    'accepts true and false or their text for booleans',
    verifies('filter.boolean', 'filter.value'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      expect(await keysOf(a, store, [['flag', 'eq', true]])).toBe('k1');
      expect(await keysOf(a, store, [['flag', 'eq', 'true']])).toBe('k1');
      expect(await keysOf(a, store, [['flag', 'eq', false]])).toBe('k2');
      expect(await keysOf(a, store, [['flag', 'eq', 'false']])).toBe('k2');
      expect(await keysOf(a, store, [['flag', 'eq', 'True']])).toBe('k1');
      expect(await keysOf(a, store, [['flag', 'in', ['TRUE', 'False']]])).toBe('k1 k2');
      for (const value of [' true', 'yes', '1', 1, 0, '', null, [true]]) {
        expectRefused(await search(a, store, [['flag', 'eq', value]]), ['filters[0].value']);
      }
      expectRefused(await search(a, store, [['flag', 'ne', true]]), ['filters[0].op']);
    },
  );

  test(
    'finds unset and set values of every type, in every operation with filters',
    verifies('filter.empty', 'filter.empty.types'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      await addRecord(a, store, { key: 'k7', at: '2026-01-02' });
      const [n, flag, at] = ['k4 k7', 'k3 k4 k5 k6 k7', 'k1 k2 k3 k4 k5 k6'];
      const keys = 'k1 k2 k3 k4 k5 k6 k7'.split(' ');
      for (const [field, unset] of Object.entries({ n, flag, at, date_created: '', id: '' })) {
        const set = keys.filter((key) => !unset.split(' ').includes(key)).join(' ');
        for (const [op, expected] of [
          ['empty', unset],
          ['notEmpty', set],
        ] as const) {
          expect(await keysOf(a, store, [[field, op]]), `${field} ${op}`).toBe(expected);
          const filters = [{ field, op, value: 'ignored' }];
          const post = (name: string, body: object) => a.post<never>(`${recordsPath(store)}/${name}`, body);
          const count = expected === '' ? 0 : expected.split(' ').length;
          expect((await post('count', { filters })).body).toEqual({ count });
          const page = await post('query', { filters, fields: [], sortBy: 'id' });
          expect(page.body).toMatchObject({
            items: expected.split(' ').flatMap((id) => (id === '' ? [] : { id })),
          });
          const exported = await post('export', { filters, fields: ['key'] });
          expect(exported.body).toHaveLength(count);
          const summary = await post('summarize', { filters, measures: [{ op: 'count' }] });
          expect(summary.body).toMatchObject({ groups: [{ count }] });
        }
      }
      const filters = [{ field: 'flag', op: 'notEmpty' }];
      const sum = await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op: 'sum', filters });
      expect(sum.body).toMatchObject({ result: 3.5 });
    },
  );

  test(
    'combines filters by all, the default, or any',
    verifies('filter.match.all', 'filter.match.any'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const words: FilterWords[] = [
        ['n', 'gte', 1],
        ['text', 'contains', 'apple'],
      ];
      expect(await keysOf(a, store, words)).toBe('k1 k2');
      expect(await keysOf(a, store, words, { match: 'all' })).toBe('k1 k2');
      expect(await keysOf(a, store, words, { match: 'any' })).toBe('k1 k2 k6');
      const twice: FilterWords[] = [
        ['n', 'eq', 1],
        ['n', 'eq', 2.5],
      ];
      expect(await keysOf(a, store, twice)).toBe('');
      expect(await keysOf(a, store, twice, { match: 'any' })).toBe('k1 k2');
      expect(await keysOf(a, store, [], { match: 'any' })).toBe('k1 k2 k3 k4 k5 k6');
      for (const match of ['or', 'AND', 1])
        expectRefused(await search(a, store, words, { match }), ['match']);
    },
  );

  test('refuses over 50 filters', verifies('filter.limit'), async () => {
    const { a } = await arrange();
    const store = await createSample(a);
    const many = Array.from({ length: 51 }, (): FilterWords => ['n', 'gt', 0]);
    expect(await keysOf(a, store, many.slice(0, 50))).toBe('k1 k2 k6');
    for (const operation of ['search', 'count']) {
      expectRefused(await a.post(`${recordsPath(store)}/${operation}`, { filters: toFilters(many) }), [
        'filters',
      ]);
    }
  });

  test('filters by id and dates', verifies('filter.system-fields'), async () => {
    const { a, advance } = await arrange();
    const store = await createStore(a, { key: 'unique string', n: 'number' });
    const first = await addRecord(a, store, { key: 'Ab' });
    advance(10);
    const second = await addRecord(a, store, { key: 'b' });
    expect(await keysOf(a, store, [['id', 'eq', 'Ab']])).toBe('Ab');
    expect(await keysOf(a, store, [['id', 'contains', 'B']])).toBe('Ab b');
    expect(await keysOf(a, store, [['id', 'notEmpty']])).toBe('Ab b');
    expect(await keysOf(a, store, [['date_created', 'on', first.date_created]])).toBe('Ab');
    expect(await keysOf(a, store, [['date_created', 'before', second.date_created]])).toBe('Ab');
    expect(await keysOf(a, store, [['date_updated', 'after', first.date_created]])).toBe('b');
    expectRefused(
      await search(a, store, [
        ['id', 'gt', 'a'],
        ['date_created', 'eq', first.date_created],
      ]),
      ['filters[0].op', 'filters[1].op'],
    );
  });

  test(
    'reports a wrong field, operator or value at its path, with the valid ones',
    verifies('filter.wrong', 'problem.message', 'problem.paths.nested'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      const response = await a.post<Problem>(`${recordsPath(store)}/search`, {
        filters: toFilters([
          ['colour', 'eq', 'red'],
          ['n', 'contains', '1'],
          ['flag', 'eq', 'maybe'],
          ['text', 'eq', 5],
          ['n', 'eq', 1],
        ]),
      });
      expectRefused(response, ['filters[0].field', 'filters[1].op', 'filters[2].value', 'filters[3].value']);
      const { errors = {} } = response.body;
      expect(errors['filters[0].field']?.[0]).toMatch(/key.*text.*picture/);
      expect(errors['filters[1].op']?.[0]).toMatch(/eq.*ne.*gt.*gte.*lt.*lte/);
      expect(errors['filters[2].value']?.[0]).toMatch(/true.*false/);
      for (const field of [
        'seq',
        't0',
        'store_id',
        '__proto__',
        'constructor',
        'text; DROP TABLE records',
        'TEXT',
      ]) {
        expectRefused(await search(a, store, [[field, 'eq', 'x']]), ['filters[0].field']);
      }
      for (const [type, legal] of Object.entries({ text: 7, n: 8, flag: 3, at: 5, link: 7 })) {
        const operators = [
          'eq',
          'ne',
          'contains',
          'startsWith',
          'endsWith',
          'empty',
          'notEmpty',
          'gt',
          'gte',
          'lt',
          'lte',
          'on',
          'before',
          'after',
        ];
        let refused = 0;
        for (const op of [...operators, 'EQ', 'like', '=', '']) {
          const { body } = await search(a, store, [[type, op, 'x']]);
          if ('errors' in body && 'filters[0].op' in (body.errors as object)) refused++;
        }
        expect(refused, type).toBe(18 - legal);
      }
      for (const filters of [
        'text',
        {},
        [null],
        ['x'],
        [{ field: 'n' }],
        [{ field: ['n'], op: 'eq', value: 1 }],
        [{ field: 'n', op: 'eq', value: 1, or: [] }],
      ]) {
        expectProblem(await a.post(`${recordsPath(store)}/search`, { filters }), 400, 'validation_failed');
      }
    },
  );

  test(
    'returns up to 100 records in the order of the list, and reports whether more exist',
    verifies('search.response', 'search.limit', 'search.order'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'unique number', half: 'number' });
      await addRecords(
        a,
        store,
        Array.from({ length: 101 }, (_, n) => ({ n, half: n % 2 === 0 ? null : n / 2 })),
      );
      const all = await search(a, store, []);
      expect(Object.keys(all.body).sort()).toEqual(['items', 'limit', 'truncated']);
      expect(all.body).toMatchObject({ limit: 100, truncated: true });
      expect(all.body.items).toHaveLength(100);
      expect(all.body.items[0]).toMatchObject({ id: '100' });
      expect((await search(a, store, [['n', 'gt', 0]])).body).toMatchObject({ limit: 100, truncated: false });
      expect((await search(a, store, [], { limit: 1000 })).body).toMatchObject({
        limit: 100,
        truncated: true,
      });
      const few = await search(a, store, [], { limit: 3, sortBy: 'half', sortDir: 'desc' });
      expect(few.body).toMatchObject({ limit: 3, truncated: true, items: [{ n: 99 }, { n: 97 }, { n: 95 }] });
      const listed = await a.get<{ items: StoreRecordResponse[] }>(
        `${recordsPath(store)}?sortBy=half&limit=100`,
      );
      expect((await search(a, store, [], { sortBy: 'half' })).body.items).toEqual(listed.body.items);
      expect((await a.post(`${recordsPath(store)}/search`)).body).toEqual(all.body);
      for (const limit of [0, -1, 1.5, 'ten', true])
        expectRefused(await search(a, store, [], { limit }), ['limit']);
      expectRefused(await search(a, store, [], { sortBy: 'colour', sortDir: 'up', cursor: 'x' }), [
        'sortBy',
        'sortDir',
        'cursor',
      ]);
      expectRefused(await search(a, store, [], { sortBy: 'colour' }), ['sortBy']);
      expectProblem(await a.post('/v2/stores/nowhere/records/search'), ...notFound);
    },
  );
});
