import type { Row, Statement } from '@vitrine/storage-sql';
import { type OperationArgs, type OperationName, startOperation, storeKey } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../connections/connection/connection.ts';
import type { ExclusivePool } from '../connections/pools/exclusive-pool.ts';
import { profileOf } from '../dialect/backends.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { noticedWrites } from './noticed-writes.ts';
import type { Presence } from './presence.ts';
import { recentReads } from './recent-reads.ts';

const engine = postgresEngine(profileOf('postgres'));
const OTHERS_CACHE_FOR = 60;

const REF = { id: 'store', accountId: 'account' };
const RENAME = { ref: REF, change: { name: 'Boots' }, now: 2, enqueue: [], by: null };
const REVOKE = { accountId: 'account', keyId: 'key', keepOneAccountKey: true, now: 2 };

/** A server error with a SQLSTATE. */
function failure(code: string): Error {
  return Object.assign(new Error('as the server says it'), { code });
}

/**
 * One connection whose server responds with `rows` to each statement that reads or writes, and another server that may
 * use its cache. `fail` returns the error of a statement.
 */
function arrange(rows: readonly Row[], fail: (text: string) => Error | null = () => null) {
  const sent: string[] = [];
  const connection = {
    async execute({ text }: Statement) {
      const word = /^\w+/.exec(text)?.[0] ?? '';
      sent.push(word);
      const error = fail(word);
      if (error !== null) throw error;
      return rows;
    },
  } as unknown as Connection;
  const noticedAtLatest = () => {
    sent.push('presence unknown');
    return performance.now() + OTHERS_CACHE_FOR;
  };
  const presence = {
    noticedAtLatest,
    async noticedAt() {
      sent.push('presence');
      return performance.now() + OTHERS_CACHE_FOR;
    },
  } as unknown as Presence;
  const workers = {
    use: (run: (held: Connection) => unknown) => run(connection),
  } as unknown as ExclusivePool;
  const recent = recentReads();
  const notice = noticedWrites({
    workers,
    presence,
    recent,
    now: () => performance.now(),
  });

  /** Runs a write. Returns how long it took, and its result or error. */
  async function write<Name extends OperationName>(name: Name, args: OperationArgs<Name>) {
    const from = performance.now();
    const outcome = await notice(name, args, ({ inTransaction }) => {
      const steps = startOperation(engine, name, args);
      const first = steps.next();
      if (first.done) throw new Error('expected a statement');
      return inTransaction(steps, first.value, workers, (execute) => execute);
    }).catch((error: unknown) => error);
    return { outcome, waited: performance.now() - from >= OTHERS_CACHE_FOR };
  }

  /** Whether this server asks again for a store that it has cached. */
  async function isForgotten(): Promise<boolean> {
    let asked = false;
    await recent.of('stores')?.read(storeKey(REF), async () => {
      asked = true;
      return 1;
    });
    return asked;
  }

  return { write, sent, isForgotten };
}

const STORE_ROW: Row = ['store', 'account', 2, ...Array<null>(9).fill(null), 0, null, 0];

describe('a write to cached rows', () => {
  test('waits until no other server uses its cache, after the commit', async () => {
    const { write, sent } = arrange([STORE_ROW]);
    expect(await write('updateStore', RENAME)).toEqual({ outcome: STORE_ROW, waited: true });
    expect(sent).toEqual(['BEGIN', 'UPDATE', 'COMMIT', 'presence']);
  });

  test('does not wait if its result says that no row was changed', async () => {
    const { write, sent } = arrange([]);
    expect(await write('updateStore', RENAME)).toEqual({ outcome: null, waited: false });
    expect(await write('revokeApiKey', REVOKE)).toEqual({ outcome: null, waited: false });
    expect(await arrange([['key', 1]]).write('revokeApiKey', REVOKE)).toEqual({
      outcome: 'last',
      waited: false,
    });
    expect(sent).not.toContain('presence');
  });

  test('does not wait if it is rolled back after its first statement, but invalidates the own cache', async () => {
    const { write, sent, isForgotten } = arrange([STORE_ROW], (word) =>
      word === 'INSERT' ? failure('23514') : null,
    );
    await isForgotten();
    expect(await isForgotten()).toBe(false);
    const job = { kind: 'k', payload: '{}', runAt: 1, accountId: null, key: 'x' };
    const { outcome, waited } = await write('updateStore', { ...RENAME, enqueue: [job] });
    expect([outcome, waited]).toEqual([failure('23514'), false]);
    expect(sent).toEqual(['BEGIN', 'UPDATE', 'INSERT', 'ROLLBACK']);
    expect(await isForgotten()).toBe(true);
  });

  test.each(['ECONNRESET', '40003'])('waits if its commit may have been done (%s)', async (code) => {
    const { write, sent } = arrange([STORE_ROW], (word) => (word === 'COMMIT' ? failure(code) : null));
    expect(await write('updateStore', RENAME)).toEqual({ outcome: failure(code), waited: true });
    expect(sent).toContain('presence unknown');
  });

  test('waits before it begins if it releases slots, because others may still read by the old schema', async () => {
    const { write, sent } = arrange([['["t0"]', 1]]);
    expect(await write('releaseStoreSlots', { ref: REF, slots: ['t0'] })).toEqual({
      outcome: null,
      waited: true,
    });
    expect(sent).toEqual(['presence', 'BEGIN', 'SELECT', 'UPDATE', 'COMMIT']);
  });
});

test('a write that leaves cached results usable does not wait', async () => {
  const { write, sent } = arrange([[1]]);
  await write('touchApiKeys', { uses: [{ keyId: 'key', at: 5 }] });
  await write('removeDeletedStore', { storeId: 'store' });
  expect(sent.filter((word) => word.startsWith('presence'))).toEqual([]);
});
