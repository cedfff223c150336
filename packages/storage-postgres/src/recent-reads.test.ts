import { expect, test } from 'vitest';
import { recentReads, storeKey } from './recent-reads.ts';

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
  const recent = recentReads(() => time);
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

test('an answer is used again for half a second and not longer', async () => {
  const { key, asked, advance } = arrange();
  await key();
  advance(499);
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

test('own writes are seen at once: of the store that was changed, or whose write was stale', async () => {
  const { version, recent, asked } = arrange();
  await version();
  recent.written(
    'updateStore',
    { ref: { id: 'other', accountId: 'account' }, change: {}, now: 1, enqueue: [] },
    null,
  );
  await version();
  expect(asked.versions).toBe(1);
  recent.written(
    'updateStore',
    { ref: { id: 'store', accountId: 'account' }, change: {}, now: 1, enqueue: [] },
    null,
  );
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
  recent.written('insertRecord', { ...insert, record }, 'created');
  await version(3);
  expect(asked.versions).toBe(2);
  recent.written('insertRecord', { ...insert, record }, 'stale');
  expect(await version(3)).toBe(3);
});

test('a revoked key is forgotten, also when the answer about it is still under way', async () => {
  const { key, recent, asked } = arrange();
  const revoke = () =>
    recent.written(
      'revokeApiKey',
      { accountId: 'account', keyId: 'key', keepOneAccountKey: false, now: 2 },
      'revoked',
    );
  await key();
  revoke();
  const underWay = key();
  revoke();
  await underWay;
  await key();
  expect(asked.keys).toBe(3);
  recent.written('touchApiKeys', { uses: [{ keyId: 'other', at: 5 }] }, null);
  await key();
  expect(asked.keys).toBe(3);
});
