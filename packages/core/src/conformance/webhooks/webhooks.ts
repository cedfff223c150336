import assert from 'node:assert/strict';
import { arrangeStore, NOW, newJob, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeDeliveries, claimOne, newDelivery, newWebhook, settle } from './arrange-webhooks.ts';

export const webhooks = topic('webhooks', [
  {
    id: 'insert-get',
    title: 'insert keeps all members, for the account of the webhook only',
    async run({ storage: { webhooks } }) {
      const given = newWebhook({
        events: ['*'],
        storeIds: null,
        filters: [{ field: "it's “Ö”", op: 'eq', value: [1, null, '\u{1F600}'] }],
        payload: 'full',
        description: "it's “ÄÖ” \u{1F600}",
        headers: { Authorization: 'Bearer a', 'X-Tenant': '1' },
        secrets: [
          { secret: 'whsec_new', until: null },
          { secret: 'whsec_old', until: NOW },
        ],
        status: 'failing',
        disabledReason: null,
        failingSince: NOW - 1,
        lastAttempt: { at: NOW, status: null, error: 'No answer.', milliseconds: 15_000, answer: '' },
        heldUntil: NOW + 1,
      });
      const inserted = await webhooks.insert(given, []);
      const { seq: _, ...members } = inserted;
      assert.deepEqual(members, given);
      assert.deepEqual(await webhooks.get(inserted), inserted);
      assert.equal(await webhooks.get({ id: inserted.id, accountId: newWebhook().accountId }), null);
      assert.equal(await webhooks.get({ id: 'other', accountId: inserted.accountId }), null);
    },
  },
  {
    id: 'list',
    title: 'list returns the webhooks of the account in pages, newest first',
    async run({ storage: { webhooks } }) {
      const { accountId } = newWebhook();
      const inserted = [];
      for (let i = 0; i < 3; i++) inserted.push(await webhooks.insert(newWebhook({ accountId }), []));
      await webhooks.insert(newWebhook(), []);
      const first = await webhooks.list(accountId, { before: null, limit: 2 });
      assert.deepEqual(first, { rows: [inserted[2], inserted[1]], more: true });
      const before = inserted[1]?.seq ?? 0;
      assert.deepEqual(await webhooks.list(accountId, { before, limit: 2 }), {
        rows: [inserted[0]],
        more: false,
      });
    },
  },
  {
    id: 'update',
    title: 'update changes the given members, moves updatedAt, and makes the webhook due',
    async run({ storage }) {
      const { webhooks, webhookDeliveries } = storage;
      const webhook = await webhooks.insert(newWebhook({ description: 'kept' }), []);
      const claim = await claimOne(storage);
      await webhookDeliveries.release(claim, false, NOW);
      assert.deepEqual(await webhookDeliveries.claim(1, NOW, NOW + SECOND), []);
      const change = {
        url: 'https://example.com/other',
        status: 'disabled',
        disabledReason: 'Off.',
      } as const;
      const updated = await webhooks.update(webhook, change, [], NOW + 5);
      assert.deepEqual(updated, { ...webhook, ...change, updatedAt: NOW + 5 });
      assert.deepEqual(await webhooks.get(webhook), updated);
      assert.deepEqual(await webhookDeliveries.claim(1, NOW + 5, NOW + SECOND), []);
      await webhooks.update(webhook, { status: 'active', disabledReason: null }, [], NOW + 6);
      assert.equal((await claimOne(storage, NOW + 6)).webhook.id, webhook.id);
      const foreign = { id: webhook.id, accountId: newWebhook().accountId };
      assert.equal(await webhooks.update(foreign, { url: 'https://example.com/' }, [], NOW), null);
    },
  },
  {
    id: 'cursors',
    title: 'insert and update place the cursors of stores that have none; rewind moves one back only',
    async run({ storage }) {
      const { webhooks, webhookDeliveries } = storage;
      const webhook = await webhooks.insert(newWebhook(), [{ storeId: 'a', position: 5 }]);
      await webhooks.update(
        webhook,
        {},
        [
          { storeId: 'a', position: 9 },
          { storeId: 'b', position: 7 },
        ],
        NOW,
      );
      assert.equal(await webhooks.rewind(webhook, { storeId: 'a', position: 3 }, NOW), true);
      assert.equal(await webhooks.rewind(webhook, { storeId: 'b', position: 8 }, NOW), true);
      assert.equal(await webhooks.rewind(newWebhook(), { storeId: 'a', position: 1 }, NOW), false);
      const { cursors } = await claimOne(storage);
      const read = cursors.map(({ storeId, position }) => [storeId, position]).sort();
      assert.deepEqual(read, [
        ['a', 3],
        ['b', 7],
      ]);
      assert.deepEqual(
        (await webhookDeliveries.listAll(0, 10)).map((each) => [each.webhook.id, each.cursors.length]),
        [[webhook.id, 2]],
      );
    },
  },
  {
    id: 'update-stores',
    title: 'a store that a webhook has no more has no cursor; one that it has again begins at its new one',
    async run({ storage }) {
      const { webhooks, webhookDeliveries } = storage;
      const cursorsOf = async () =>
        (await webhookDeliveries.listAll(0, 10))
          .flatMap(({ cursors }) => cursors.map(({ storeId, position }) => [storeId, position]))
          .sort();
      const [a, b] = [
        { storeId: 'a', position: 1 },
        { storeId: 'b', position: 2 },
      ];
      const webhook = await webhooks.insert(newWebhook({ storeIds: ['a', 'b'] }), [a, b]);
      await webhooks.update(webhook, { storeIds: ['b'] }, [{ storeId: 'b', position: 9 }], NOW);
      assert.deepEqual(await cursorsOf(), [['b', 2]]);
      await webhooks.update(webhook, { storeIds: null }, [{ storeId: 'a', position: 7 }], NOW);
      assert.deepEqual(await cursorsOf(), [
        ['a', 7],
        ['b', 2],
      ]);
    },
  },
  {
    id: 'enable',
    title: 'a webhook that is enabled sends what is pending at once, in the order of each record',
    async run({ storage }) {
      const { webhooks, webhookDeliveries: deliveries } = storage;
      const same = [newDelivery(1, { recordId: 'r' }), newDelivery(2, { recordId: 'r' })];
      const { webhook, claim } = await arrangeDeliveries(storage, [...same, newDelivery(3)]);
      const later = { status: 'pending', dueAt: NOW + 9_000 * SECOND } as const;
      for (const id of ['msg_1', 'msg_3']) await settle(storage, claim, id, NOW, later);
      await deliveries.release(claim, false, NOW);
      await webhooks.update(webhook, { url: 'https://example.com/b' }, [], NOW);
      assert.deepEqual(await deliveries.listDue(await claimOne(storage), 10, NOW), []);
      await webhooks.update(webhook, { status: 'disabled' }, [], NOW);
      await webhooks.update(webhook, { status: 'active' }, [], NOW + 1);
      const again = await claimOne(storage, NOW + 10 * SECOND);
      const due = await deliveries.listDue(again, 10, NOW + 1);
      assert.deepEqual(
        due.map(({ id }) => id),
        ['msg_1', 'msg_3'],
      );
    },
  },
  {
    id: 'delete',
    title: 'delete removes the webhook with what it has to do, and enqueues the jobs in the same step',
    async run({ storage }) {
      const { webhooks, webhookDeliveries, jobs } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [newDelivery(1), newDelivery(2)]);
      const foreign = { id: webhook.id, accountId: newWebhook().accountId };
      assert.equal(await webhooks.delete(foreign, [newJob()]), false);
      assert.deepEqual(await jobs.counts(), []);
      assert.equal(await webhooks.delete(webhook, [newJob()]), true);
      assert.equal(await webhooks.delete(webhook, [newJob()]), false);
      assert.equal((await jobs.counts())[0]?.count, 1);
      assert.equal(await webhooks.get(webhook), null);
      assert.equal(await webhookDeliveries.get(webhook, 'msg_1'), null);
      const page = { before: null, limit: 10, status: null };
      assert.deepEqual(await webhookDeliveries.list(webhook, page), { rows: [], more: false });
      assert.equal(await webhookDeliveries.release(claim, true, NOW), false);
      assert.deepEqual(await webhookDeliveries.claim(1, NOW, NOW + SECOND), []);
      assert.equal(await webhookDeliveries.purgeOf(webhook.id, 1), 1);
      assert.equal(await webhookDeliveries.purgeOf(webhook.id, 10), 1);
      assert.equal(await webhookDeliveries.purgeOf(webhook.id, 10), 0);
    },
  },
  {
    id: 'wake',
    title: 'wake makes the webhooks of a store due, and those of all stores of its account',
    async run({ storage }) {
      const { webhooks, webhookDeliveries } = storage;
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const cursor = { storeId: store.id, position: 0 };
      const own = await webhooks.insert(newWebhook({ accountId, storeIds: [store.id] }), [cursor]);
      const all = await webhooks.insert(newWebhook({ accountId, storeIds: null }), []);
      const off = await webhooks.insert(newWebhook({ accountId, storeIds: null, status: 'disabled' }), []);
      const other = await webhooks.insert(newWebhook({ accountId, storeIds: ['x'] }), [
        { storeId: 'x', position: 0 },
      ]);
      await webhooks.insert(newWebhook({ storeIds: null }), []);
      for (const claim of await webhookDeliveries.claim(10, NOW, NOW + SECOND)) {
        await webhookDeliveries.release(claim, false, NOW);
      }
      const ids = (refs: readonly { readonly id: string }[]) => refs.map(({ id }) => id).sort();
      const woken = await webhookDeliveries.wake([store.id, 'unknown'], NOW + 1);
      assert.deepEqual(ids(woken), ids([own, all]));
      const claims = await webhookDeliveries.claim(10, NOW + 1, NOW + SECOND);
      assert.deepEqual(ids(claims.map(({ webhook }) => webhook)), ids([own, all]));
      await storage.stores.markDeleted(store, NOW, []);
      assert.deepEqual(ids(await webhookDeliveries.wake([store.id], NOW + 2)), ids([own, all]));
      assert.deepEqual(ids(await webhookDeliveries.wake(['x'], NOW + 2)), ids([other]));
      assert.deepEqual(await webhookDeliveries.wake([], NOW + 2), []);
      assert.equal((await webhooks.get(off))?.status, 'disabled');
    },
  },
]);
