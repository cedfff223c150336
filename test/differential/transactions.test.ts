import { accountPrincipal, createVitrine, memoryStorage, type TransactionRecords } from '@vitrine/core';
import type { CountRecordsRequest } from '@vitrine/core/contracts';
import type { Storage } from '@vitrine/core/storage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { onEveryContestant } from './storages.ts';

const PROGRAMS = rounds(12, 100);
const PROGRAM_MS = 3_000;
/** Time to shrink a failing program. */
const SHRINKING = 600_000;

const KEYS = ['a', 'B', 'ä', '1', '01', 'x y'];
const key = fc.constantFrom(...KEYS);
const values = fc.record(
  {
    text: fc.constantFrom('a', 'A', 'ß', 'long text', null),
    n: fc.constantFrom(-1, 0, 0.1, 0.2, 3, 1e15, null),
  },
  { requiredKeys: [] },
);
const record = fc.record({ key, values });
type Filters = NonNullable<CountRecordsRequest['filters']>;
const selection = {
  filters: fc.constantFrom<Filters[]>(
    [],
    [{ field: 'n', op: 'gte', value: 0 }],
    [{ field: 'text', op: 'contains', value: 'A' }],
    [{ field: 'n', op: 'empty' }],
  ),
};

const call = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), record }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('upsert' as const),
      records: fc.array(record, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('patch' as const), record }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), keys: fc.array(key, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('get' as const), key }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('walk' as const),
      ...selection,
      sortBy: fc.constantFrom('key', 'text', 'n', 'createdAt', undefined),
      sortDir: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count' as const), ...selection }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('aggregate' as const),
      op: fc.constantFrom('sum' as const, 'avg', 'min', 'max'),
      ...selection,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('summarize' as const), ...selection }) },
);
type Call = typeof call extends fc.Arbitrary<infer Each> ? Each : never;

/** Transactions one after the other. One that fails throws after its calls. */
const program = fc.record({
  before: fc.array(record, { maxLength: 6 }),
  transactions: fc.array(
    fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 12 }), fails: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  ),
});
type Program = typeof program extends fc.Arbitrary<infer Each> ? Each : never;

const FAILED = new Error('The transaction fails.');
let programs = 0;

/** A store with a key, and what its calls return. */
async function openSubject(storage: Storage) {
  const time = { now: Date.UTC(2026, 0, 1) };
  // All programs share the storage.
  const shared = { ...storage, close: async () => {} };
  const vitrine = await createVitrine({ storage: shared, clock: () => time.now });
  const me = accountPrincipal((await vitrine.accounts.create(`Program ${++programs}`)).id);
  const properties = [
    { name: 'key', type: 'string', unique: true },
    { name: 'text', type: 'string' },
    { name: 'n', type: 'number' },
  ] as const;
  const store = (
    await vitrine.stores.create(me, { name: 'records', properties: [...properties], changes: true })
  ).id;
  const { cursor: since } = await vitrine.changes.list(me, store);

  async function make(records: TransactionRecords, one: Call): Promise<unknown> {
    switch (one.do) {
      case 'add':
        return records.add(me, store, { ...one.record.values, key: one.record.key });
      case 'upsert':
        return records.batchUpsert(me, store, {
          records: one.records.map((each) => ({ ...each.values, key: each.key })),
        });
      case 'patch':
        return records.patch(me, store, one.record.key, one.record.values);
      case 'delete':
        return one.keys.length === 0 ? null : records.batchDelete(me, store, { ids: one.keys });
      case 'get':
        return records.get(me, store, one.key);
      case 'walk': {
        const { filters, sortBy, sortDir, limit } = one;
        const pages: unknown[] = [];
        let cursor: string | undefined;
        do {
          const page = await records.query(me, store, {
            filters,
            sortBy,
            sortDir,
            limit,
            cursor,
            total: true,
          });
          pages.push([page.items, page.total]);
          cursor = page.cursor;
        } while (cursor !== undefined);
        return pages;
      }
      case 'count':
        return records.count(me, store, { filters: one.filters });
      case 'aggregate':
        return records.aggregate(me, store, { field: 'n', op: one.op, filters: one.filters });
      case 'summarize':
        return records.summarize(me, store, {
          filters: one.filters,
          groupBy: [{ field: 'text' }],
          measures: [{ op: 'sum', field: 'n' }, { op: 'count' }],
        });
    }
  }

  /** Makes the calls in order. Returns their results, and the codes of their errors. */
  async function makeAll(records: TransactionRecords, calls: readonly Call[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const one of calls) {
      results.push(await make(records, one).catch((error) => ({ code: error.code, message: error.message })));
    }
    return results;
  }

  return {
    vitrine,
    time,
    makeAll,
    /** Returns all records, newest first, and the log of each. The records of one batch may have any order in the log. */
    async state() {
      const { items } = await vitrine.records.list(me, store, { limit: 100 });
      const { items: changes } = await vitrine.changes.list(me, store, { since, limit: 100 });
      const shown = changes.map(({ type, recordId, changed, at }) => ({ type, recordId, changed, at }));
      return { items, changes: Object.groupBy(shown, ({ recordId }) => recordId ?? '') };
    },
  };
}

/** Runs the transactions on the storage, and their calls one by one on the model. */
async function expectAgreement({ before, transactions }: Program, storage: Storage): Promise<void> {
  const subject = await openSubject(storage);
  const model = await openSubject(memoryStorage());
  const first = before.map((each) => ({ do: 'add' as const, record: each }));
  await subject.makeAll(subject.vitrine.records, first);
  await model.makeAll(model.vitrine.records, first);
  for (const { calls, fails } of transactions) {
    subject.time.now += 1_000;
    model.time.now += 1_000;
    const made = subject.vitrine.transaction(async ({ records }) => {
      const results = await subject.makeAll(records, calls);
      if (fails) throw FAILED;
      return results;
    });
    if (fails) await expect(made).rejects.toBe(FAILED);
    else expect(await made).toEqual(await model.makeAll(model.vitrine.records, calls));
    expect(await subject.state()).toEqual(await model.state());
  }
  await Promise.all([subject.vitrine.close(), model.vitrine.close()]);
}

const options = verifies('library.transactions.reads', 'library.transactions.rules');

describe('programs of transactions', () => {
  test('return what their calls return one by one, in memory', { ...options, timeout: SHRINKING }, () =>
    fc.assert(
      fc.asyncProperty(program, (one) => expectAgreement(one, memoryStorage())),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 40 },
    ),
  );
});

onEveryContestant((storage, withColumns = 0) => {
  // Transactions of a storage do not depend on its columns.
  test.runIf(withColumns === 0)(
    'for every program of transactions',
    { ...options, timeout: SHRINKING + PROGRAMS * PROGRAM_MS },
    () =>
      fc.assert(
        fc.asyncProperty(program, (one) => expectAgreement(one, storage())),
        { numRuns: fc.readConfigureGlobal().numRuns ?? PROGRAMS },
      ),
  );
});
