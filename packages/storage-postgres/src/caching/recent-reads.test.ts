import {
  type CachedTable,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  storeKey,
} from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { type CachedResults, REMEMBERED_MS, type RecentReads, recentReads } from './recent-reads.ts';

const KEY = {
  id: 'key',
  accountId: 'account',
  storeId: null,
  name: 'k',
  hash: 'h',
  prefix: 'p',
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: null,
  readOnly: false,
  addresses: null,
  exchanges: null,
};

function answersOf(recent: RecentReads, table: CachedTable): CachedResults {
  const answers = recent.of(table);
  if (answers === null) throw new Error(`${table} is not cached`);
  return answers;
}

/** Tells the cache of a write that has ended. */
function write<Name extends OperationName>(
  recent: RecentReads,
  name: Name,
  args: OperationArgs<Name>,
  result?: OperationResult<Name>,
): void {
  recent.written(operationOf(name), args, result);
}

/** A cache with a fake clock, and the number of queries that were sent. */
function arrange() {
  let time = 0;
  const recent = recentReads({ now: () => time });
  const apiKeys = answersOf(recent, 'api_keys');
  const stores = answersOf(recent, 'stores');
  const asked = { keys: 0, versions: 0 };
  return {
    recent,
    asked,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    key: (answer: typeof KEY | null = KEY) =>
      apiKeys.read('h', async () => {
        asked.keys++;
        return answer;
      }),
    version: (answer = 1) =>
      stores.read(storeKey({ accountId: 'account', id: 'store' }), async () => {
        asked.versions++;
        return answer;
      }),
  };
}

test('a result is used until it expires', async () => {
  const { key, asked, advance } = arrange();
  await key();
  advance(REMEMBERED_MS - 1);
  await key();
  expect(asked.keys).toBe(1);
  advance(1);
  await key();
  expect(asked.keys).toBe(2);
});

test('concurrent callers share one query', async () => {
  const { version, asked } = arrange();
  expect(await Promise.all([version(), version(), version()])).toEqual([1, 1, 1]);
  expect(asked.versions).toBe(1);
});

test('absence and failures are not cached', async () => {
  const { key, recent, asked } = arrange();
  await key(null);
  await key(null);
  expect(asked.keys).toBe(2);
  const failing = () => answersOf(recent, 'api_keys').read('x', () => Promise.reject(new Error('away')));
  await expect(failing()).rejects.toThrow('away');
  await expect(failing()).rejects.toThrow('away');
});

test('the lifetime begins before the query is sent, even if the response takes long', async () => {
  const { recent, advance } = arrange();
  const { promise, resolve } = Promise.withResolvers<number>();
  const slow = answersOf(recent, 'stores').read('s', () => promise);
  advance(REMEMBERED_MS);
  resolve(1);
  expect(await slow).toBe(1);
  expect(await answersOf(recent, 'stores').read('s', async () => 2)).toBe(2);
});

test('images are not cached', () => {
  expect(arrange().recent.of('images')).toBe(null);
});

test('a write of this process invalidates the store that it changed or whose write was stale', async () => {
  const { version, recent, asked } = arrange();
  await version();
  const update = (id: string) =>
    write(recent, 'updateStore', {
      ref: { id, accountId: 'account' },
      change: {},
      now: 1,
      enqueue: [],
      by: null,
    });
  update('other');
  await version();
  expect(asked.versions).toBe(1);
  update('store');
  await version(2);
  expect(asked.versions).toBe(2);
  const guard = { storeId: 'store', storeNumber: 1, accountId: 'account', version: 2, by: null, log: null };
  const insert = { ...guard, now: 1, expiredUpTo: null, record: { id: 'a', shape: '', values: [] } };
  write(recent, 'insertRecord', insert, 'created');
  await version(3);
  expect(asked.versions).toBe(2);
  write(recent, 'insertRecord', insert, 'stale');
  expect(await version(3)).toBe(3);
});

test('a change of stores without a key invalidates all of them', async () => {
  const { version, recent } = arrange();
  await version();
  write(recent, 'removeDeletedStore', { storeId: 'other' }, null);
  expect(await version(2)).toBe(2);
});

test('claimed jobs invalidate all stores, because jobs follow changes by other servers', async () => {
  const { version, recent } = arrange();
  await version();
  const claim = { kinds: ['k'], limit: 1, now: 1, leaseUntil: 2 };
  write(recent, 'claimJobs', claim, []);
  expect(await version(2)).toBe(1);
  write(recent, 'claimJobs', claim, [{ id: 1, kind: 'k', payload: '{}', attempts: 1, failures: 0 }]);
  expect(await version(2)).toBe(2);
});

test('a change of keys invalidates them, including a result in flight', async () => {
  const { key, version, recent, asked } = arrange();
  const args = { accountId: 'account', keyId: 'key', keepOneAccountKey: false, now: 2 };
  await Promise.all([key(), version()]);
  write(recent, 'revokeApiKey', args, 'revoked');
  const inFlight = key();
  write(recent, 'revokeApiKey', args, 'revoked');
  await inFlight;
  await key();
  expect(asked.keys).toBe(3);
  write(recent, 'touchApiKeys', { uses: [{ keyId: 'key', at: 5 }] }, null);
  await Promise.all([key(), version()]);
  expect(asked).toEqual({ keys: 4, versions: 1 });
});

test('a failed write invalidates what it may have changed', async () => {
  const { key, recent, asked } = arrange();
  await key();
  write(recent, 'revokeApiKey', { accountId: 'a', keyId: 'k', keepOneAccountKey: false, now: 2 });
  await key();
  expect(asked.keys).toBe(2);
});

test('clear removes everything', async () => {
  const { key, version, recent, asked } = arrange();
  await Promise.all([key(), version()]);
  recent.clear();
  await Promise.all([key(), version()]);
  expect(asked).toEqual({ keys: 2, versions: 2 });
});
