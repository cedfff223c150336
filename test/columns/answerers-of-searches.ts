import type { SearchOptions } from '@vitrine/core';
import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, Order, Storage, StoreRow } from '@vitrine/core/storage';

/** More than a near page reads on any storage. */
const RECORDS = 3_000;
const NOW = 2;
const BY_NUMBER: Order = { column: 'n0', direction: 'asc' };
const LARGE: Filter = { column: 'n0', op: 'gte', value: 100 };
const NAMED: Filter = { column: 't0', op: 'eq', value: 'name 7' };
const ID_CONTAINS: Filter = { column: 'id', op: 'contains', value: 'r99' };

/**
 * What answers each search of `answerersOfSearches` where all columns are loaded at once and have wide texts.
 * Searches run in this order.
 */
export const EXPECTED_ANSWERERS = {
  'one id': 'id',
  'newest first': 'index',
  'newest first, most match': 'near',
  'in the order of a number': 'columns',
  'newest first, few match': 'columns',
  'within a text': 'columns',
  'a name': 'columns',
  'a name, again': 'candidates',
  'within ids': 'scan',
  'a long page': 'columns',
  count: 'columns',
  'count within ids': 'scan',
  sum: 'columns',
  summary: 'columns',
  'summary by id': 'scan',
} as const;

/** Creates a store, and returns what answers searches in it. */
export async function answerersOfSearches(storage: Storage): Promise<Record<string, string>> {
  const store = await createStore(storage);
  const found: Record<string, string> = {};
  const noting = (search: keyof typeof EXPECTED_ANSWERERS): SearchOptions => ({
    onAnswered: (answerer) => {
      found[search] = answerer;
    },
  });
  const { records } = storage;
  const find = (search: keyof typeof EXPECTED_ANSWERERS, where: Filter, order = NEWEST_FIRST, limit = 5) =>
    records.find(store, { where, order, after: null, limit }, NOW, noting(search));
  const summarize = (search: 'summary' | 'summary by id', column: 't0' | 'id') =>
    records.summarize(
      store,
      {
        where: LARGE,
        groupBy: [{ kind: 'value', column }],
        measures: [{ op: 'sum', column: 'n0' }],
        sort: { by: 'key', index: 0, direction: 'asc' },
        limit: 10,
      },
      NOW,
      noting(search),
    );
  await find('one id', { column: 'id', op: 'eq', value: 'r7' });
  await find('newest first', EVERYTHING);
  await find('newest first, most match', LARGE);
  await find('in the order of a number', LARGE, BY_NUMBER);
  await find('newest first, few match', { column: 'n0', op: 'lt', value: 2 });
  await find('within a text', { column: 't0', op: 'contains', value: 'e 77' });
  await find('a name', NAMED);
  await find('a name, again', NAMED);
  await find('within ids', ID_CONTAINS);
  await find('a long page', LARGE, NEWEST_FIRST, 500);
  await records.count(store, LARGE, NOW, noting('count'));
  await records.count(store, ID_CONTAINS, NOW, noting('count within ids'));
  await records.aggregate(store, 'sum', 'n0', LARGE, NOW, noting('sum'));
  await summarize('summary', 't0');
  await summarize('summary by id', 'id');
  return found;
}

async function createStore({ stores, records }: Storage): Promise<StoreRow> {
  const property = { required: false, unique: false, description: null } as const;
  const store = await stores.insert({
    id: 'searched',
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { ...property, name: 'text', type: 'string', slot: 't0' },
      { ...property, name: 'number', type: 'number', slot: 'n0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
  const given = Array.from({ length: RECORDS }, (_, i) => ({
    id: `r${i}`,
    slots: ['t0', 'n0'] as const,
    values: [`name ${i % 500}`, i],
    complete: true,
  }));
  await records.upsert(store, given, 1);
  return store;
}
