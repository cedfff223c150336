import type { Column, Filter, Order } from '@vitrine/core/storage';
import type { FindRecords, RecordSearch } from '@vitrine/storage-sql';

const PAGE = { shape: 'n0,n1,t0,t1', limit: 20, maxBytes: null, batch: 21, isWide: false };

/** The operations that columns answer. */
export const COLUMN_OPERATIONS = ['aggregateRecords', 'countRecords', 'findRecords', 'summarizeRecords'];

/** Returns functions that draw questions, and what else a test draws. */
export function randomQuestions(draw: () => number) {
  const below = (limit: number) => Math.floor(draw() * limit);

  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];

  /** A text of `t1`, of so many that few records have it. */
  const randomName = () => `name ${below(500)}`;

  /** A store of so many, which are called `store-<number>`. */
  function randomStore(stores: number) {
    const storeNumber = 1 + below(stores);
    return { storeId: `store-${storeNumber}`, storeNumber, expiredUpTo: null };
  }

  /** Asks one of so many stores for the records with some names. */
  function namedRecords(stores: number): FindRecords {
    const named = pick<Filter>([
      { column: 't1', op: 'eq', value: randomName() },
      { column: 't1', op: 'in', values: [randomName(), randomName()] },
    ]);
    return {
      ...PAGE,
      ...randomStore(stores),
      where: pick([named, { all: [{ column: 'n0', op: 'gte', value: 300 }, named] }]),
      order: pick<Order>([
        { column: 'seq', direction: 'desc' },
        { column: 'n0', direction: 'asc' },
      ]),
      after: null,
    };
  }

  /**
   * Asks one of so many stores anything about numbers below 1,000 in `n0` and `n1`, texts `text 0` to `text 39` in `t0`
   * and names in `t1`. `numberIn` returns the number of a record that is or was probably in a store.
   */
  function randomQuestion(stores: number, numberIn: (storeNumber: number) => number): RecordSearch {
    if (draw() < 0.2) return { name: 'findRecords', args: namedRecords(stores) };
    const bound = below(1_000);
    const where = pick<Filter>([
      { all: [] },
      { column: 'n0', op: 'lt', value: bound },
      {
        all: [
          { column: 'n1', op: 'gte', value: bound },
          { column: 't0', op: 'ne', value: 'text 7' },
        ],
      },
      {
        any: [
          { column: 't0', op: 'in', values: ['text 1', 'text 2'] },
          { column: 't0', op: 'endsWith', value: '3' },
          { column: 'n0', op: 'empty' },
        ],
      },
    ]);
    const store = { ...randomStore(stores), where };
    const order = pick<Order>([
      { column: 'seq', direction: 'desc' },
      { column: 'n0', direction: 'asc' },
      { column: 'n1', direction: 'desc' },
      { column: 't0', direction: pick(['asc', 'desc']) },
      { column: 'updated_at', direction: pick(['asc', 'desc']) },
      // Columns decline it.
      { column: 't0', direction: 'asc', further: [{ column: 'n0', direction: 'desc' }] },
    ]);
    const values: Partial<Record<Column, string | number>> = { t0: `text ${bound % 40}`, updated_at: 1 };
    const value = values[order.column] ?? bound;
    const after = pick([null, { value, seq: numberIn(store.storeNumber) }]);
    return pick<RecordSearch>([
      { name: 'countRecords', args: store },
      { name: 'aggregateRecords', args: { ...store, op: pick(['sum', 'avg', 'min', 'max']), slot: 'n0' } },
      {
        name: 'findRecords',
        args: { ...store, ...PAGE, order, after: order.column === 'seq' ? null : after },
      },
      {
        name: 'summarizeRecords',
        args: {
          ...store,
          groupBy: [{ kind: 'value', column: 't0' }],
          measures: [
            { op: 'sum', column: 'n1' },
            { op: 'countDistinct', column: 'n0' },
          ],
          sort: { by: 'key', index: 0, direction: 'asc' },
          limit: 100,
        },
      },
    ]);
  }

  return { below, pick, randomName, namedRecords, randomQuestion };
}
