import assert from 'node:assert/strict';
import { accountRow, idsOf, NOW } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

export const accounts = topic('accounts', [
  {
    id: 'get',
    title: 'get returns the account that was inserted, and null for an unknown id',
    async run({ storage }) {
      const account = accountRow({ name: "Ä 'quoted' \u{1F600}" });
      await storage.accounts.insert(account);
      assert.deepEqual(await storage.accounts.get(account.id), account);
      assert.equal(await storage.accounts.get('no such account'), null);
    },
  },
  {
    id: 'list-oldest-first',
    title: 'list returns accounts oldest first, and those of the same millisecond in insertion order',
    async run({ storage }) {
      assert.deepEqual(await storage.accounts.list(), []);
      const rows = [
        accountRow({ id: 'b' }),
        accountRow({ id: 'c' }),
        accountRow({ id: 'a', createdAt: NOW + 1 }),
      ];
      for (const row of rows) await storage.accounts.insert(row);
      assert.deepEqual(idsOf(await storage.accounts.list()), ['b', 'c', 'a']);
    },
  },
  {
    id: 'limits',
    title: 'setLimits replaces all limits of an account and none of another',
    async run({ storage }) {
      const limited = accountRow({ limits: { records: 10, imageBytes: 2 ** 40 } });
      const other = accountRow({ limits: { keys: 3 } });
      for (const account of [limited, other]) await storage.accounts.insert(account);
      assert.deepEqual(await storage.accounts.get(limited.id), limited);
      assert.equal(await storage.accounts.setLimits(limited.id, { stores: 0 }), true);
      assert.deepEqual((await storage.accounts.get(limited.id))?.limits, { stores: 0 });
      assert.equal(await storage.accounts.setLimits(limited.id, {}), true);
      assert.deepEqual(await storage.accounts.list(), [{ ...limited, limits: {} }, other]);
      assert.equal(await storage.accounts.setLimits('no such account', { stores: 1 }), false);
    },
  },
  {
    id: 'image-hosts',
    title: 'setImageHosts replaces the hosts of an account and none of another',
    async run({ storage }) {
      const one = accountRow({ imageHosts: ['cdn.example.com'] });
      const other = accountRow({ limits: { keys: 3 } });
      for (const account of [one, other]) await storage.accounts.insert(account);
      assert.deepEqual(await storage.accounts.get(one.id), one);
      const hosts = ['*.example.org', 'img.example.net'];
      assert.equal(await storage.accounts.setImageHosts(one.id, hosts), true);
      assert.deepEqual(await storage.accounts.list(), [{ ...one, imageHosts: hosts }, other]);
      assert.equal(await storage.accounts.setImageHosts(one.id, []), true);
      assert.deepEqual(await storage.accounts.get(one.id), { ...one, imageHosts: [] });
      assert.equal(await storage.accounts.setImageHosts('no such account', hosts), false);
    },
  },
]);
