import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { PropertyRow, PropertyType, StoreRow } from '../../ground/rows.ts';
import type { Filter } from '../../query/ast.ts';
import { readFilters, readMatch, readOrder } from './read-query.ts';

const types: PropertyType[] = ['string', 'number', 'boolean', 'datetime', 'url_image', 'url_link'];
const properties = types.map((type, index): PropertyRow => {
  const slot = type === 'string' || type.startsWith('url') ? (`t${index}` as const) : (`n${index}` as const);
  return { name: `the ${type}`, type, required: false, unique: false, description: null, slot };
});
const store = { id: 's', accountId: 'a', properties } as unknown as StoreRow;

function read(field: string, op: string, value?: unknown) {
  return readFilters(store, [{ field, op, value }], undefined);
}

function between(from: number, to: number): Filter {
  return {
    all: [
      { column: 'n3', op: 'gte', value: from },
      { column: 'n3', op: 'lt', value: to },
    ],
  };
}

describe('readFilters returns comparisons of stored values', () => {
  test.each([
    ['the string', 'eq', 'Aß', { column: 't0', op: 'eq', value: 'Aß' }],
    ['the string', 'eq', '', { column: 't0', op: 'eq', value: '' }],
    ['the string', 'in', ['Aß', ''], { column: 't0', op: 'in', values: ['Aß', ''] }],
    ['the url_image', 'in', ['x'], { column: 't4', op: 'in', values: ['x'] }],
    ['id', 'in', ['X', 'x'], { column: 'id', op: 'in', values: ['X', 'x'] }],
    ['the number', 'in', ['1.50', 2, -0], { column: 'n1', op: 'in', values: [1.5, 2, 0] }],
    ['the boolean', 'in', ['true', false], { column: 'n2', op: 'in', values: [1, 0] }],
    [
      'the datetime',
      'in',
      ['2026-01-02', '2026-01-03T00:00:00.005Z'],
      {
        any: [
          between(Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)),
          between(Date.UTC(2026, 0, 3) + 5, Date.UTC(2026, 0, 3) + 6),
        ],
      },
    ],
    ['the string', 'contains', 'ÄΣ%_', { column: 't0', op: 'contains', value: 'äσ%_' }],
    ['the url_link', 'endsWith', '.PNG', { column: 't5', op: 'endsWith', value: '.png' }],
    ['the string', 'empty', { any: 'thing' }, { column: 't0', op: 'empty' }],
    ['the number', 'empty', undefined, { column: 'n1', op: 'empty' }],
    ['the boolean', 'notEmpty', 'ignored', { column: 'n2', op: 'notEmpty' }],
    ['the datetime', 'empty', null, { column: 'n3', op: 'empty' }],
    ['date_created', 'notEmpty', undefined, { column: 'created_at', op: 'notEmpty' }],
    ['the number', 'gte', '1.25e1', { column: 'n1', op: 'gte', value: 12.5 }],
    ['the number', 'lt', 1e300, { column: 'n1', op: 'lt', value: 1e300 }],
    ['the number', 'eq', '-0', { column: 'n1', op: 'eq', value: 0 }],
    ['the boolean', 'eq', 'true', { column: 'n2', op: 'eq', value: 1 }],
    ['the boolean', 'eq', false, { column: 'n2', op: 'eq', value: 0 }],
    ['id', 'startsWith', 'X', { column: 'id', op: 'startsWith', value: 'x' }],
    ['date_created', 'before', '2026-01-02', { column: 'created_at', op: 'lt', value: Date.UTC(2026, 0, 2) }],
    ['date_updated', 'after', '2026-01-02', { column: 'updated_at', op: 'gte', value: Date.UTC(2026, 0, 3) }],
    [
      'the datetime',
      'after',
      '2026-01-02T00:00:00Z',
      { column: 'n3', op: 'gte', value: Date.UTC(2026, 0, 2) + 1 },
    ],
  ])('%s %s %j', (field, op, value, comparison) => {
    expect(read(field, op, value)).toEqual({ where: { all: [comparison] }, issues: [] });
  });

  test('match "any" joins filters by or; no filters match everything, also with "any"', () => {
    const filters = [{ field: 'the string', op: 'empty' }];
    expect(readFilters(store, filters, 'any').where).toEqual({ any: [{ column: 't0', op: 'empty' }] });
    expect(readFilters(store, [], 'any').where).toEqual({ all: [] });
    expect(readFilters(store, undefined, 'any').where).toEqual({ all: [] });
  });
});

describe('readFilters reports the invalid member of a filter', () => {
  test.each([
    ['nothing', 'eq', 'x', 'field', 'Known: the string'],
    ['The string', 'eq', 'x', 'field', 'Known:'],
    ['__proto__', 'eq', 'x', 'field', 'Known:'],
    ['seq', 'eq', 1, 'field', 'Known:'],
    ['t0', 'eq', 'x', 'field', 'Known:'],
    ['the number', 'contains', '1', 'op', 'Use eq, ne, in, gt, gte, lt, lte, empty, notEmpty.'],
    ['the boolean', 'ne', true, 'op', 'Use eq, in, empty, notEmpty.'],
    ['the datetime', 'eq', '2026-01-02', 'op', 'Use on, before, after, in, empty, notEmpty.'],
    ['the string', 'gt', 'x', 'op', 'Use eq, ne, in, contains'],
    ['the string', 'toString', 'x', 'op', 'Use eq'],
    ['the string', 'eq', 5, 'value', 'Expected a string'],
    ['the string', 'eq', null, 'value', 'Expected a string'],
    ['the string', 'eq', undefined, 'value', 'Expected a string'],
    ['the string', 'eq', 'a\0', 'value', 'U+0000'],
    ['the string', 'contains', '', 'value', 'at least one character'],
    ['the string', 'contains', 'x'.repeat(4_097), 'value', 'at most 4096'],
    ['the string', 'eq', ['x'], 'value', 'Expected a string'],
    ['the string', 'in', 'x', 'value', 'a list of 1 to 100 values'],
    ['the string', 'in', undefined, 'value', 'a list of 1 to 100 values'],
    ['the string', 'in', [], 'value', 'a list of 1 to 100 values'],
    ['the string', 'in', Array(101).fill('x'), 'value', 'a list of 1 to 100 values'],
    ['the string', 'in', ['x', 5], 'value[1]', 'Expected a string'],
    ['the url_link', 'in', [['x']], 'value[0]', 'Expected a string'],
    ['the number', 'in', [1, 'two'], 'value[1]', 'Expected a finite number'],
    ['the boolean', 'in', [true, false, null], 'value[2]', 'Expected true or false'],
    ['the datetime', 'in', ['2026-01-02', 'soon'], 'value[1]', 'Expected a date-time'],
    ['the number', 'eq', '', 'value', 'Expected a finite number'],
    ['the number', 'eq', '01', 'value', 'Expected a finite number'],
    ['the number', 'eq', '0x10', 'value', 'Expected a finite number'],
    ['the number', 'eq', '1e999', 'value', 'Expected a finite number'],
    ['the number', 'eq', ' 1', 'value', 'Expected a finite number'],
    ['the number', 'eq', true, 'value', 'Expected a finite number'],
    ['the boolean', 'eq', 1, 'value', 'Expected true or false'],
    ['the boolean', 'eq', ' true', 'value', 'Expected true or false'],
    ['the datetime', 'on', 'yesterday', 'value', 'Expected a date-time'],
    ['the datetime', 'on', 5, 'value', 'Expected a date-time'],
  ])('%s %s %j: %s', (field, op, value, member, message) => {
    expect(read(field, op, value).issues).toEqual([
      { path: `filters[0].${member}`, message: expect.stringContaining(message) },
    ]);
  });

  test('reports each invalid element of a list', () => {
    expect(read('the number', 'in', [1, true, '2', 'x']).issues.map(({ path }) => path)).toEqual([
      'filters[0].value[1]',
      'filters[0].value[3]',
    ]);
  });
});

const PROPERTIES: readonly [name: string, type: PropertyType, slot: PropertyRow['slot']][] = [
  ['text', 'string', 't0'],
  ['price', 'number', 'n0'],
  ['sold', 'boolean', 'n1'],
  ['at', 'datetime', 'n2'],
  ['link', 'url_link', 't1'],
];

function storeOf(unique: readonly string[]): StoreRow {
  const properties = PROPERTIES.map(([name, type, slot]) => {
    return { name, type, slot, required: false, unique: unique.includes(name), description: null };
  });
  return { id: 's', accountId: 'a', properties } as unknown as StoreRow;
}

const text = (column: string, value: string) => ({ column, op: 'contains', value });

describe('readMatch', () => {
  test(
    'searches in all texts, and compares the key and all numbers, without regard to case in texts',
    verifies('search-text.fields'),
    () => {
      const store = storeOf([]);
      expect(readMatch(store, { q: 'ÄB' }).where).toEqual({
        any: [text('t0', 'äb'), text('t1', 'äb'), { column: 'id', op: 'eq', value: 'ÄB' }],
      });
      expect(readMatch(store, { q: '-0.50' }).where).toEqual({
        any: [
          text('t0', '-0.50'),
          { column: 'n0', op: 'eq', value: -0.5 },
          text('t1', '-0.50'),
          { column: 'id', op: 'eq', value: '-0.50' },
        ],
      });
      expect(readMatch(store, { q: '-0' }).where).toMatchObject({ any: { 1: { column: 'n0', value: 0 } } });
      expect(readMatch(store, { q: '1e999' }).where).toMatchObject({ any: { length: 3 } });
    },
  );

  test('searches within a key that is text', verifies('search-text.fields'), () => {
    expect(readMatch(storeOf(['text']), { q: 'x' }).where).toEqual({
      any: [text('id', 'x'), text('t1', 'x')],
    });
  });

  test(
    'joins the text by and with the filters, also with match "any"',
    verifies('search-text.filters'),
    () => {
      const filters = [{ field: 'price', op: 'gt', value: 1 }];
      const { where, issues } = readMatch(storeOf(['text']), { filters, match: 'any', q: 'x' });
      expect(issues).toEqual([]);
      expect(where).toEqual({
        all: [{ any: [{ column: 'n0', op: 'gt', value: 1 }] }, { any: [text('id', 'x'), text('t1', 'x')] }],
      });
      expect(readMatch(storeOf([]), {}).where).toEqual({ all: [] });
    },
  );
});

const optional = { required: false, unique: false, description: null };
const goods = {
  id: 's',
  accountId: 'a',
  properties: [
    { ...optional, name: 'sku', type: 'string', slot: 't0', unique: true, required: true },
    { ...optional, name: 'city', type: 'string', slot: 't1' },
    { ...optional, name: 'price', type: 'number', slot: 'n0' },
  ],
} as unknown as StoreRow;

describe('readOrder', () => {
  test('reads a list of fields with their directions', verifies('query.order'), () => {
    const { order, issues } = readOrder(
      goods,
      [{ field: 'city' }, { field: 'price', dir: 'desc' }, { field: 'date_created', dir: 'asc' }],
      undefined,
    );
    expect(issues).toEqual([]);
    expect(order).toEqual({
      column: 't1',
      direction: 'asc',
      further: [
        { column: 'n0', direction: 'desc' },
        { column: 'created_at', direction: 'asc' },
      ],
    });
  });

  test('reads a list of one field as this field, and an empty one as none', verifies('query.order'), () => {
    expect(readOrder(goods, [{ field: 'price', dir: 'desc' }], undefined).order).toEqual(
      readOrder(goods, 'price', 'desc').order,
    );
    for (const sortDir of ['asc', 'desc', undefined] as const)
      expect(readOrder(goods, [], sortDir)).toEqual(readOrder(goods, undefined, sortDir));
  });

  test('ignores fields after the key, which is different in each record', verifies('query.order'), () => {
    const id = { column: 'id', direction: 'asc' };
    expect(readOrder(goods, [{ field: 'sku' }, { field: 'id' }, { field: 'city' }], undefined).order).toEqual(
      id,
    );
    expect(
      readOrder(goods, [{ field: 'city' }, { field: 'id' }, { field: 'price' }], undefined).order,
    ).toEqual({
      column: 't1',
      direction: 'asc',
      further: [id],
    });
  });

  test('refuses unknown and repeated fields, and a direction beside a list', verifies('query.order'), () => {
    const { issues } = readOrder(
      goods,
      [{ field: 'city' }, { field: 'prise' }, { field: 'city', dir: 'desc' }],
      'desc',
    );
    expect(issues).toEqual([
      { path: 'sortDir', message: expect.stringContaining('"dir"') },
      { path: 'sortBy[1].field', message: expect.stringContaining('Did you mean "price"?') },
      { path: 'sortBy[2].field', message: 'Name each field once.' },
    ]);
  });
});
