import type { Column, Grouping, Measure } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import type { RecordSearch } from '../../records/reads/record-search.ts';
import { PAGE_ROWS } from '../rows/ordered-rows.ts';
import { columnsFor } from './searched-columns.ts';

const STORE = { storeId: 'store', storeNumber: 1, expiredUpTo: null } as const;
const WHERE = { column: 'n0', op: 'gte', value: 1 } as const;
const PAGE = { shape: 'n0,t0', limit: 20, maxBytes: null, batch: 21, isWide: false, after: null } as const;

const count = (change: object = {}): RecordSearch => ({
  name: 'countRecords',
  args: { ...STORE, where: WHERE, ...change },
});
const sum = (slot: 'n1' | 't0'): RecordSearch => ({
  name: 'aggregateRecords',
  args: { ...STORE, where: WHERE, op: 'sum', slot },
});
const find = (change: object): RecordSearch => ({
  name: 'findRecords',
  args: { ...STORE, ...PAGE, where: WHERE, order: { column: 'seq', direction: 'desc' }, ...change },
});
const summarize = (groupBy: Grouping, measure: Measure): RecordSearch => ({
  name: 'summarizeRecords',
  args: {
    ...STORE,
    where: WHERE,
    groupBy: [groupBy],
    measures: [measure],
    sort: { by: 'key', index: 0, direction: 'asc' },
    limit: 10,
  },
});
const by = (column: Column, kind: 'value' | 'folded' = 'value'): Grouping => ({ kind, column });

test.each<[title: string, search: RecordSearch, columns: Column[]]>([
  ['the filter of a count', count(), ['n0']],
  ['the time to live', count({ expiredUpTo: 1 }), ['n0', 'updated_at']],
  ['the slot of a sum', sum('n1'), ['n0', 'n1']],
  ['groups and measures of numbers', summarize(by('t0'), { op: 'sum', column: 'n1' }), ['n0', 'n1', 't0']],
  [
    'measures that count texts',
    summarize(by('n1'), { op: 'countDistinct', column: 't0' }),
    ['n0', 'n1', 't0'],
  ],
  ['groups of folded texts', summarize(by('t0', 'folded'), { op: 'sum', column: 'n1' }), ['n0', 'n1', 't0']],
  ['a page newest first', find({}), ['n0']],
  ['an order by a text', find({ order: { column: 't0', direction: 'asc' } }), ['n0', 't0']],
])('needs the columns of %s', (_, search, columns) => {
  expect([...(columnsFor(search) ?? [])].sort()).toEqual(columns);
});

test.each<[title: string, search: RecordSearch]>([
  ['a filter of ids', count({ where: { column: 'id', op: 'contains', value: 'a' } })],
  ['a sum of texts', sum('t0')],
  ['a summary of texts', summarize(by('t0'), { op: 'sum', column: 't1' })],
  ['a summary by id', summarize(by('id'), { op: 'sum', column: 'n1' })],
  ['a summary by number of insertion', summarize(by('seq'), { op: 'sum', column: 'n1' })],
  ['a measure of the number of insertion', summarize(by('t0'), { op: 'countDistinct', column: 'seq' })],
  ['groups of folded numbers', summarize(by('n1', 'folded'), { op: 'sum', column: 'n1' })],
  ['lengths of texts', summarize(by('n1'), { op: 'sum', lengthOf: 't0' })],
  ['a page oldest first', find({ order: { column: 'seq', direction: 'asc' } })],
  [
    'an order by several columns',
    find({ order: { column: 'n1', direction: 'asc', further: [{ column: 'n2', direction: 'asc' }] } }),
  ],
  ['a long page', find({ limit: PAGE_ROWS })],
  [
    'a page after a position of another type',
    find({ order: { column: 'n1', direction: 'asc' }, after: { value: 'a', seq: 1 } }),
  ],
])('has no columns for %s', (_, search) => {
  expect(columnsFor(search)).toBeNull();
});
