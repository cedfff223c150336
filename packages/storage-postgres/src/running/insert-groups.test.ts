import { UnavailableError } from '@vitrine/core/adapter';
import { describe, expect, test } from 'vitest';
import { type Inserts, insertGroups } from './insert-groups.ts';

type One = Parameters<Inserts['one']>[0];
type Many = Parameters<Inserts['many']>[0];

function insertOf(id: string, change: Partial<One> = {}): One {
  const record = { id, shape: 't0', values: [`text of ${id}`] };
  return {
    storeId: 's',
    storeNumber: 1,
    accountId: 'a',
    version: 1,
    now: 5,
    expiredUpTo: null,
    by: null,
    log: null,
    record,
    ...change,
  };
}

/** A fake database with the given ids. Responds on demand, and records what was sent. */
function slowDatabase(present: readonly string[] = []) {
  const ids = new Set(present);
  const sent: string[] = [];
  const gates: (() => void)[] = [];
  const insert = (id: string) => {
    if (ids.has(id)) return 'exists';
    ids.add(id);
    return 'created';
  };
  const gate = () => new Promise<void>((resolve) => gates.push(resolve));
  let failing: Error | null = null;
  const inserts: Inserts = {
    async one({ record }) {
      sent.push(record.id);
      await gate();
      if (failing !== null && record.id === 'bad') throw failing;
      return insert(record.id);
    },
    async many({ records, version }: Many) {
      sent.push(records.map(({ id }) => id).join(' '));
      await gate();
      if (failing !== null) throw failing;
      return version === 1 ? records.map(({ id }) => insert(id)) : 'stale';
    },
  };
  return {
    insert: insertGroups(inserts),
    sent,
    fail(error: Error) {
      failing = error;
    },
    /** Responds to all statements, and to those that follow, until none is left. */
    async answer() {
      while (gates.length > 0) {
        for (const open of gates.splice(0)) open();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('inserts into one store', () => {
  test('are sent alone while few are in flight; further ones wait and are sent together', async () => {
    const { insert, sent, answer } = slowDatabase();
    const outcomes = ['a', 'b', 'c', 'd', 'e'].map((id) => insert(insertOf(id)));
    expect(sent).toEqual(['a', 'b']);
    await answer();
    expect(sent).toEqual(['a', 'b', 'c d e']);
    expect(await Promise.all(outcomes)).toEqual(Array(5).fill('created'));
  });

  test('have outcomes of their own: an id that exists does not affect the others', async () => {
    const { insert, answer } = slowDatabase(['d']);
    const outcomes = ['a', 'b', 'c', 'd', 'e'].map((id) => insert(insertOf(id)));
    await answer();
    expect(await Promise.all(outcomes)).toEqual(['created', 'created', 'created', 'exists', 'created']);
  });

  test('create the first of equal ids, and the others find it', async () => {
    const { insert, sent, answer } = slowDatabase();
    const outcomes = ['a', 'b', 'x', 'x', 'x', 'y'].map((id) => insert(insertOf(id)));
    await answer();
    expect(await Promise.all(outcomes)).toEqual([
      'created',
      'created',
      'created',
      'exists',
      'exists',
      'created',
    ]);
    expect(sent.slice(2)).toEqual(['x y', 'x', 'x']);
  });

  test('do not share a statement across stores, versions, shapes or authors', async () => {
    const { insert, sent, answer } = slowDatabase();
    const by = { id: 'key', name: 'Key' };
    const changes: Partial<One>[] = [{}, { storeId: 't' }, { version: 2 }, { accountId: 'b' }, { by }];
    const outcomes = changes.flatMap((change) =>
      ['1', '2', '3', '4'].map((id) => insert(insertOf(`${changes.indexOf(change)}-${id}`, change))),
    );
    await answer();
    expect(sent.filter((ids) => ids.includes(' '))).toEqual([
      '0-3 0-4',
      '1-3 1-4',
      '2-3 2-4',
      '3-3 3-4',
      '4-3 4-4',
    ]);
    const told = await Promise.all(outcomes);
    expect(told.slice(8, 12)).toEqual(['created', 'created', 'stale', 'stale']);
    expect(new Set([...told.slice(0, 8), ...told.slice(12)])).toEqual(new Set(['created']));
  });

  test('are sent one by one if records expire', async () => {
    const { insert, sent, answer } = slowDatabase();
    const outcomes = ['a', 'b', 'c', 'd'].map((id) => insert(insertOf(id, { expiredUpTo: 3 })));
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    await answer();
    await Promise.all(outcomes);
  });

  test('are tried alone when their statement fails, and only the faulty one fails', async () => {
    const { insert, sent, fail, answer } = slowDatabase();
    const settling = Promise.allSettled(['a', 'b', 'c', 'bad', 'e'].map((id) => insert(insertOf(id))));
    fail(new Error('a value that the database refuses'));
    await answer();
    expect(sent).toEqual(['a', 'b', 'c bad e', 'c', 'bad', 'e']);
    const settled = await settling;
    expect(settled.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
  });

  test('are not sent twice when the connection is lost, because they may be committed', async () => {
    const { insert, sent, fail, answer } = slowDatabase();
    const settling = Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => insert(insertOf(id))));
    fail(new Error('Connection terminated unexpectedly'));
    await answer();
    expect(sent).toEqual(['a', 'b', 'c d']);
    const settled = await settling;
    expect(settled.slice(2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('are refused as unavailable beyond the limit of waiting ones', async () => {
    const { insert, answer } = slowDatabase();
    const outcomes = Array.from({ length: 10_002 }, (_, i) => insert(insertOf(`r${i}`)));
    expect(() => insert(insertOf('late'))).toThrow(UnavailableError);
    await answer();
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['created']));
  });
});
