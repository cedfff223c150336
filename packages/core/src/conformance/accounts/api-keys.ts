import assert from 'node:assert/strict';
import type { ApiKeyRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import { accountRow, apiKeyRow, arrangeStore, idsOf, NOW, present } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

/** Inserts an account with `count` account keys, and returns the keys oldest first. */
async function arrangeKeys(storage: Storage, count: number): Promise<ApiKeyRow[]> {
  const account = accountRow();
  await storage.accounts.insert(account);
  const keys = Array.from({ length: count }, (_, i) => apiKeyRow(account.id, { name: `key ${i}` }));
  for (const key of keys) await storage.apiKeys.insert(key);
  return keys;
}

async function onlyKey(storage: Storage): Promise<ApiKeyRow> {
  const [key = null] = await arrangeKeys(storage, 1);
  return present(key);
}

export const apiKeys = topic('api-keys', [
  {
    id: 'find-by-hash',
    title: 'findByHash returns account keys and store keys, and null for an unknown hash',
    async run({ storage }) {
      const accountKey = await onlyKey(storage);
      const store = await arrangeStore(storage);
      const storeKey = apiKeyRow(store.accountId, { storeId: store.id, lastUsedAt: NOW });
      await storage.apiKeys.insert(storeKey);
      assert.deepEqual(await storage.apiKeys.findByHash(accountKey.hash), accountKey);
      assert.deepEqual(await storage.apiKeys.findByHash(storeKey.hash), storeKey);
      assert.equal(await storage.apiKeys.findByHash('0'.repeat(64)), null);
    },
  },
  {
    id: 'one-key-of-a-hash',
    title: 'of racing inserts with one hash one succeeds',
    async run({ storage }) {
      const key = await onlyKey(storage);
      const again = Array.from({ length: 3 }, () => apiKeyRow(key.accountId, { hash: key.hash }));
      const racing = Array.from({ length: 3 }, () => apiKeyRow(key.accountId, { hash: 'a'.repeat(64) }));
      const settled = await Promise.allSettled(
        [...again, ...racing].map((row) => storage.apiKeys.insert(row)),
      );
      assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
      const { rows } = await storage.apiKeys.list(key.accountId, { before: null, limit: 10 });
      assert.equal(rows.length, 2);
      assert.deepEqual(await storage.apiKeys.findByHash(key.hash), key);
    },
  },
  {
    id: 'list-pages',
    title: 'list returns all keys of an account newest first, in pages',
    async run({ storage }) {
      await arrangeKeys(storage, 2);
      const keys = await arrangeKeys(storage, 5);
      const accountId = keys[0]?.accountId ?? '';
      const first = await storage.apiKeys.list(accountId, { before: null, limit: 3 });
      const second = await storage.apiKeys.list(accountId, { before: first.rows.at(-1)?.seq ?? 0, limit: 3 });
      assert.deepEqual([first.more, second.more], [true, false]);
      const rows = [...first.rows, ...second.rows].map(({ seq: _, ...key }) => key);
      assert.deepEqual(rows, keys.toReversed());
      const exact = await storage.apiKeys.list(accountId, { before: null, limit: 5 });
      assert.deepEqual([exact.rows.length, exact.more], [5, false]);
      assert.deepEqual(await storage.apiKeys.list('nobody', { before: null, limit: 5 }), {
        rows: [],
        more: false,
      });
    },
  },
  {
    id: 'revoke',
    title: 'a revoked key is not found any more, and revoking it again returns null',
    async run({ storage }) {
      const [key, kept] = await arrangeKeys(storage, 2);
      const { accountId, id, hash } = present(key ?? null);
      assert.equal(
        await storage.apiKeys.revoke(accountId, id, { keepOneAccountKey: false, now: NOW }),
        'revoked',
      );
      assert.equal(await storage.apiKeys.findByHash(hash), null);
      assert.equal(await storage.apiKeys.revoke(accountId, id, { keepOneAccountKey: false, now: NOW }), null);
      const { rows } = await storage.apiKeys.list(accountId, { before: null, limit: 10 });
      assert.deepEqual(idsOf(rows), [kept?.id]);
    },
  },
  {
    id: 'revoke-foreign',
    title: "revoke does not revoke another account's key",
    async run({ storage }) {
      const key = await onlyKey(storage);
      const stranger = await onlyKey(storage);
      const options = { keepOneAccountKey: false, now: NOW };
      assert.equal(await storage.apiKeys.revoke(stranger.accountId, key.id, options), null);
      assert.deepEqual(await storage.apiKeys.findByHash(key.hash), key);
    },
  },
  {
    id: 'revoke-last',
    title: 'keepOneAccountKey protects the last account key; store keys and other accounts do not count',
    async run({ storage }) {
      await arrangeKeys(storage, 1);
      const { accountId, id, hash } = await onlyKey(storage);
      const storeKey = apiKeyRow(accountId, { storeId: 'some store' });
      await storage.apiKeys.insert(storeKey);
      assert.equal(
        await storage.apiKeys.revoke(accountId, id, { keepOneAccountKey: true, now: NOW }),
        'last',
      );
      assert.notEqual(await storage.apiKeys.findByHash(hash), null);
      assert.equal(
        await storage.apiKeys.revoke(accountId, storeKey.id, { keepOneAccountKey: true, now: NOW }),
        'revoked',
      );
      assert.equal(
        await storage.apiKeys.revoke(accountId, id, { keepOneAccountKey: false, now: NOW }),
        'revoked',
      );
    },
  },
  {
    id: 'restrictions',
    title: 'keeps the expiry, the read-only flag and the allowed addresses of a key',
    async run({ storage }) {
      const { accountId } = await onlyKey(storage);
      const restricted = apiKeyRow(accountId, {
        expiresAt: NOW + 1,
        readOnly: true,
        addresses: ['192.0.2.0/24', '2001:db8::/32'],
      });
      await storage.apiKeys.insert(restricted);
      assert.deepEqual(await storage.apiKeys.findByHash(restricted.hash), restricted);
      const { rows } = await storage.apiKeys.list(accountId, { before: null, limit: 1 });
      assert.deepEqual(
        rows.map(({ seq: _, ...key }) => key),
        [restricted],
      );
    },
  },
  {
    id: 'revoke-last-usable',
    title:
      'keepOneAccountKey does not count read-only and expired account keys, and those of clients of OAuth',
    async run({ storage }) {
      const { accountId, id } = await onlyKey(storage);
      await storage.apiKeys.insert(apiKeyRow(accountId, { readOnly: true }));
      await storage.apiKeys.insert(apiKeyRow(accountId, { expiresAt: NOW }));
      await storage.apiKeys.insert(apiKeyRow(accountId, { exchanges: 1 }));
      const revoke = () => storage.apiKeys.revoke(accountId, id, { keepOneAccountKey: true, now: NOW });
      assert.equal(await revoke(), 'last');
      await storage.apiKeys.insert(apiKeyRow(accountId, { expiresAt: NOW + 1 }));
      assert.equal(await revoke(), 'revoked');
    },
  },
  {
    id: 'revoke-last-race',
    title: 'keepOneAccountKey rejects one of two racing calls that revoke the last two account keys',
    async run({ storage }) {
      for (let round = 0; round < 5; round++) {
        const keys = await arrangeKeys(storage, 2);
        const results = await Promise.all(
          keys.map((key) =>
            storage.apiKeys.revoke(key.accountId, key.id, { keepOneAccountKey: true, now: NOW }),
          ),
        );
        assert.deepEqual(results.toSorted(), ['last', 'revoked']);
      }
    },
  },
  {
    id: 'exchange',
    title:
      'exchange counts each exchange of a key once, in order, and does not know ordinary and foreign keys',
    async run({ storage }) {
      const ordinary = await onlyKey(storage);
      const { accountId } = ordinary;
      const key = apiKeyRow(accountId, { hash: 'oauth:1', exchanges: 0 });
      await storage.apiKeys.insert(key);
      const exchange = (made: number, id = key.id) => storage.apiKeys.exchange(accountId, id, made);
      assert.deepEqual(await storage.apiKeys.findByHash('oauth:1'), key);
      assert.equal(await exchange(1), 'repeated');
      assert.equal(await exchange(0), 'exchanged');
      assert.equal(await exchange(0), 'repeated');
      assert.equal(await exchange(1), 'exchanged');
      assert.equal((await storage.apiKeys.findByHash('oauth:1'))?.exchanges, 2);
      assert.equal(await exchange(0, ordinary.id), null);
      assert.equal(await exchange(0, 'unknown'), null);
      const stranger = await onlyKey(storage);
      assert.equal(await storage.apiKeys.exchange(stranger.accountId, key.id, 2), null);
      await storage.apiKeys.revoke(accountId, key.id, { keepOneAccountKey: false, now: NOW });
      assert.equal(await exchange(2), null);
    },
  },
  {
    id: 'exchange-race',
    title: 'of racing exchanges with equal arguments one is made',
    async run({ storage }) {
      const { accountId } = await onlyKey(storage);
      const key = apiKeyRow(accountId, { exchanges: 0 });
      await storage.apiKeys.insert(key);
      const results = await Promise.all(
        Array.from({ length: 5 }, () => storage.apiKeys.exchange(accountId, key.id, 0)),
      );
      assert.deepEqual(results.toSorted(), ['exchanged', ...Array.from({ length: 4 }, () => 'repeated')]);
    },
  },
  {
    id: 'touch',
    title: 'touch moves lastUsedAt forward, never back, and ignores unknown ids',
    async run({ storage }) {
      const { id: keyId, hash } = await onlyKey(storage);
      const other = await onlyKey(storage);
      const lastUsed = async () => (await storage.apiKeys.findByHash(hash))?.lastUsedAt;
      await storage.apiKeys.touch([]);
      assert.equal(await lastUsed(), null);
      await storage.apiKeys.touch([
        { keyId, at: NOW + 5 },
        { keyId: 'unknown', at: NOW },
        { keyId, at: NOW },
      ]);
      assert.equal(await lastUsed(), NOW + 5);
      await storage.apiKeys.touch([{ keyId, at: NOW + 4 }]);
      assert.equal(await lastUsed(), NOW + 5);
      await storage.apiKeys.touch([{ keyId, at: NOW + 6 }]);
      assert.equal(await lastUsed(), NOW + 6);
      assert.equal((await storage.apiKeys.findByHash(other.hash))?.lastUsedAt, null);
    },
  },
]);
