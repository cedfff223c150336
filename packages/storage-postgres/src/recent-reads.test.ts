import { expect, test } from 'vitest';
import { profileOf } from './backends.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { REMEMBERED_MS, recentReads, storeKey } from './recent-reads.ts';

const dialect = postgresDialect(profileOf('postgres'));

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
};

/** Reads with a clock that stands still, and a count of the questions that got through. */
function arrange() {
  let time = 0;
  const recent = recentReads({ dialect, now: () => time });
  const asked = { keys: 0, versions: 0 };
  return {
    recent,
    asked,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    key: (answer: typeof KEY | null = KEY) =>
      recent.apiKeys.read('h', async () => {
        asked.keys++;
        return answer;
      }),
    version: (answer = 1) =>
      recent.storeVersions.read(storeKey('account', 'store'), async () => {
        asked.versions++;
        return answer;
      }),
  };
}

test('an answer is used again for its time and not longer', async () => {
  const { key, asked, advance } = arrange();
  await key();
  advance(REMEMBERED_MS - 1);
  await key();
  expect(asked.keys).toBe(1);
  advance(1);
  await key();
  expect(asked.keys).toBe(2);
});

test('callers at the same time share one question', async () => {
  const { version, asked } = arrange();
  expect(await Promise.all([version(), version(), version()])).toEqual([1, 1, 1]);
  expect(asked.versions).toBe(1);
});

test('absence and failures are not remembered', async () => {
  const { key, recent, asked } = arrange();
  await key(null);
  await key(null);
  expect(asked.keys).toBe(2);
  const failing = () => recent.apiKeys.read('x', () => Promise.reject(new Error('away')));
  await expect(failing()).rejects.toThrow('away');
  await expect(failing()).rejects.toThrow('away');
});

test('the time counts from before the question was sent, however long its answer takes', async () => {
  const { recent, advance } = arrange();
  const { promise, resolve } = Promise.withResolvers<number>();
  const slow = recent.storeVersions.read('s', () => promise);
  advance(REMEMBERED_MS);
  resolve(1);
  expect(await slow).toBe(1);
  expect(await recent.storeVersions.read('s', async () => 2)).toBe(2);
});

const UPDATE_STORES = new Set(['UPDATE stores SET version = version + 1 WHERE id = $1']);
const DELETE_KEYS = new Set(['DELETE FROM api_keys WHERE id = $1']);
const TOUCH_KEYS = new Set(['UPDATE api_keys SET last_used_at = $1 WHERE id = $2']);
const NO_CHANGE: ReadonlySet<string> = new Set();

test.each([...UPDATE_STORES, ...DELETE_KEYS, ...TOUCH_KEYS, 'DELETE FROM stores WHERE id = $1'])(
  'is changed by %s',
  (text) => expect(arrange().recent.isChangedBy(text)).toBe(true),
);

test.each([
  'SELECT version FROM stores WHERE id = $1 FOR UPDATE',
  'INSERT INTO stores (id) VALUES ($1)',
  'UPDATE records SET t0 = $1 WHERE store_id = $2',
  'DELETE FROM records WHERE store_id = $1',
  'UPDATE stores_by_name SET id = $1',
])('is not changed by %s', (text) => expect(arrange().recent.isChangedBy(text)).toBe(false));

test('own writes are seen at once: of the store that was changed, or whose write was stale', async () => {
  const { version, recent, asked } = arrange();
  await version();
  const update = (id: string, texts: ReadonlySet<string>) =>
    recent.written(
      'updateStore',
      { ref: { id, accountId: 'account' }, change: {}, now: 1, enqueue: [] },
      null,
      texts,
    );
  update('other', UPDATE_STORES);
  update('store', NO_CHANGE);
  await version();
  expect(asked.versions).toBe(1);
  update('store', UPDATE_STORES);
  await version(2);
  expect(asked.versions).toBe(2);
  const insert = {
    storeId: 'store',
    storeNumber: 1,
    accountId: 'account',
    version: 2,
    now: 1,
    expiredUpTo: null,
  };
  const record = { id: 'a', shape: '', values: [] };
  recent.written('insertRecord', { ...insert, record }, 'created', NO_CHANGE);
  await version(3);
  expect(asked.versions).toBe(2);
  recent.written('insertRecord', { ...insert, record }, 'stale', NO_CHANGE);
  expect(await version(3)).toBe(3);
});

test('a change of stores that names none ends what is remembered of all', async () => {
  const { version, recent } = arrange();
  await version();
  recent.written('removeDeletedStore', { storeId: 'other' }, null, UPDATE_STORES);
  expect(await version(2)).toBe(2);
});

test('claimed jobs end what is remembered of stores, because they follow changes by other servers', async () => {
  const { version, recent } = arrange();
  await version();
  const claim = { kinds: ['k'], limit: 1, now: 1, leaseUntil: 2 };
  recent.written('claimJobs', claim, [], NO_CHANGE);
  expect(await version(2)).toBe(1);
  recent.written('claimJobs', claim, [{ id: 1, kind: 'k', payload: '{}', attempts: 1 }], NO_CHANGE);
  expect(await version(2)).toBe(2);
});

test('a revoked key is forgotten, also when the answer about it is still under way', async () => {
  const { key, recent, asked } = arrange();
  const revoke = () =>
    recent.written(
      'revokeApiKey',
      { accountId: 'account', keyId: 'key', keepOneAccountKey: false, now: 2 },
      'revoked',
      DELETE_KEYS,
    );
  await key();
  revoke();
  const underWay = key();
  revoke();
  await underWay;
  await key();
  expect(asked.keys).toBe(3);
  recent.written('touchApiKeys', { uses: [{ keyId: 'other', at: 5 }] }, null, TOUCH_KEYS);
  await key();
  expect(asked.keys).toBe(3);
  recent.written('touchApiKeys', { uses: [{ keyId: 'key', at: 5 }] }, null, TOUCH_KEYS);
  await key();
  expect(asked.keys).toBe(4);
});

test('everything is forgotten at once', async () => {
  const { key, version, recent, asked } = arrange();
  await Promise.all([key(), version()]);
  recent.clear();
  await Promise.all([key(), version()]);
  expect(asked).toEqual({ keys: 2, versions: 2 });
});
