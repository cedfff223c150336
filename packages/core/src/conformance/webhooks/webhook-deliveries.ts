import assert from 'node:assert/strict';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { ACTIVE, arrangeDeliveries, claimOne, newDelivery, newWebhook, settle } from './arrange-webhooks.ts';

const LEASE = 10 * SECOND;
const ALL = { before: null, limit: 100, status: null };

export const webhookDeliveries = topic('webhook-deliveries', [
  {
    id: 'claim-once',
    title: 'a webhook is claimed by one caller, and is due again when the lease has ended',
    async run({ storage }) {
      const { webhooks, webhookDeliveries: deliveries } = storage;
      const webhook = await webhooks.insert(newWebhook(), []);
      const claims = await Promise.all([1, 2, 3].map(() => deliveries.claim(5, NOW, NOW + LEASE)));
      assert.equal(claims.flat().length, 1);
      const [first] = claims.flat();
      assert(first);
      assert.deepEqual(first.webhook, webhook);
      assert.deepEqual(await deliveries.claim(5, NOW + LEASE - 1, NOW + 2 * LEASE), []);
      await deliveries.extend([first], NOW + 2 * LEASE);
      assert.deepEqual(await deliveries.claim(5, NOW + LEASE, NOW + 2 * LEASE), []);
      const [second] = await deliveries.claim(5, NOW + 2 * LEASE, NOW + 3 * LEASE);
      assert(second);
      const read = { storeId: 'store', from: 0, to: 1, deliveries: [newDelivery(1)] };
      assert.equal(await deliveries.add(first, read, NOW), false);
      assert.equal(await settle(storage, first, 'msg_1', NOW), null);
      assert.equal(await deliveries.setState(first, ACTIVE), null);
      assert.equal(await deliveries.forget(first, 'store'), false);
      assert.equal(await deliveries.release(first, false, NOW), false);
      await deliveries.extend([first], NOW + 9 * LEASE);
      assert.equal(await deliveries.add(second, read, NOW), true);
      assert.equal(await deliveries.release(second, false, NOW), true);
      assert.equal(await deliveries.add(second, { ...read, from: 1 }, NOW), false);
    },
  },
  {
    id: 'claim-turns',
    title: 'accounts take turns: one webhook of each before a second one of any',
    async run({ storage: { webhooks, webhookDeliveries: deliveries } }) {
      const accounts = [newWebhook().accountId, newWebhook().accountId];
      for (let i = 0; i < 3; i++) await webhooks.insert(newWebhook({ accountId: accounts[0] ?? '' }), []);
      await webhooks.insert(newWebhook({ accountId: accounts[1] ?? '', createdAt: NOW + 1 }), []);
      const served: string[] = [];
      for (let i = 0; i < 4; i++) {
        const [claim] = await deliveries.claim(1, NOW + 1, NOW + LEASE);
        served.push(claim?.webhook.accountId ?? '');
      }
      assert.equal(served.indexOf(accounts[1] ?? '') < 2, true);
    },
  },
  {
    id: 'add',
    title: 'add keeps deliveries and moves the cursor in one step, unless the cursor was moved meanwhile',
    async run({ storage }) {
      const { webhookDeliveries: deliveries, webhooks } = storage;
      const added = [newDelivery(3, { body: '“ä”', recordId: null, type: 'store.updated' }), newDelivery(4)];
      const { webhook, claim } = await arrangeDeliveries(storage, added);
      const { rows } = await deliveries.list(webhook, ALL);
      const { seq: _, ...oldest } = rows[1] ?? assert.fail();
      assert.deepEqual(oldest, {
        ...added[0],
        status: 'pending',
        dueAt: NOW,
        tries: 0,
        attempts: [],
        createdAt: NOW,
      });
      assert.deepEqual(await deliveries.get(webhook, 'msg_4'), rows[0]);
      await webhooks.rewind(webhook, { storeId: 'store', position: 2 }, NOW);
      const next = { storeId: 'store', to: 5, deliveries: [newDelivery(5)] };
      assert.equal(await deliveries.add(claim, { ...next, from: 4 }, NOW), false);
      assert.equal(await deliveries.get(webhook, 'msg_5'), null);
      assert.equal(await deliveries.add(claim, { ...next, from: 2 }, NOW), true);
      await deliveries.release(claim, true, NOW);
      assert.deepEqual((await claimOne(storage)).cursors, [{ storeId: 'store', position: 5 }]);
    },
  },
  {
    id: 'add-again',
    title: 'an entry that is read again is pending again with its id, its body and its attempts',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [newDelivery(1), newDelivery(2)]);
      const attempts = [{ at: NOW, status: 200, error: null, milliseconds: 5, answer: 'ok' }];
      await settle(storage, claim, 'msg_1', NOW, { attempts });
      const again = [newDelivery(1, { body: 'other' }), newDelivery(2, { body: 'other' })];
      const read = { storeId: 'store', from: 2, to: 2, deliveries: again };
      assert.equal(await deliveries.add(claim, read, NOW + 1), true);
      const { rows } = await deliveries.list(webhook, ALL);
      assert.deepEqual(
        rows.map(({ id, status, body, dueAt, tries, attempts }) => [
          id,
          status,
          body,
          dueAt,
          tries,
          attempts,
        ]),
        [
          ['msg_2', 'pending', newDelivery(2).body, NOW, 0, []],
          ['msg_1', 'pending', newDelivery(1).body, NOW + 1, 0, attempts],
        ],
      );
    },
  },
  {
    id: 'order',
    title: 'deliveries of a record are due one after another, those of other records at once',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const of = (position: number, recordId: string | null) => newDelivery(position, { recordId });
      const { claim } = await arrangeDeliveries(storage, [
        of(1, 'a'),
        of(2, 'a'),
        of(3, null),
        of(4, 'b'),
        of(5, null),
        of(6, 'a'),
      ]);
      const due = async (now: number) => (await deliveries.listDue(claim, 10, now)).map(({ id }) => id);
      assert.deepEqual(await due(NOW), ['msg_1', 'msg_3', 'msg_4']);
      assert.deepEqual((await deliveries.listDue(claim, 2, NOW)).length, 2);
      const later = { status: 'pending', dueAt: NOW + SECOND } as const;
      assert((await settle(storage, claim, 'msg_1', NOW, later)) !== null);
      assert.deepEqual(await due(NOW), ['msg_3', 'msg_4']);
      await settle(storage, claim, 'msg_3', NOW);
      assert.deepEqual(await due(NOW), ['msg_4', 'msg_5']);
      await settle(storage, claim, 'msg_1', NOW + 1, { status: 'failed' });
      assert.deepEqual(await due(NOW + 1), ['msg_4', 'msg_5', 'msg_2']);
      assert.equal(await deliveries.countPending(claim, 10), 4);
      assert.equal(await deliveries.countPending(claim, 3), 3);
    },
  },
  {
    id: 'settle',
    title:
      'settle stores the attempt and the state of the webhook; a webhook that was disabled stays disabled',
    async run({ storage }) {
      const { webhookDeliveries: deliveries, webhooks } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [newDelivery(1)]);
      const attempt = { at: NOW, status: 500, error: null, milliseconds: 12, answer: '“no”' };
      const state = {
        status: 'failing',
        disabledReason: null,
        failingSince: NOW,
        lastAttempt: attempt,
        heldUntil: NOW + 2 * SECOND,
      } as const;
      const failed = {
        status: 'pending',
        dueAt: NOW + SECOND,
        attempts: [attempt],
        state,
      } as const;
      await settle(storage, claim, 'msg_1', NOW, failed);
      const row = await deliveries.get(webhook, 'msg_1');
      assert.deepEqual(
        [row?.status, row?.dueAt, row?.tries, row?.attempts],
        ['pending', NOW + SECOND, 1, [attempt]],
      );
      assert.deepEqual(await webhooks.get(webhook), { ...webhook, ...state });
      await deliveries.release(claim, false, NOW);
      assert.deepEqual(await deliveries.claim(1, NOW + 2 * SECOND - 1, NOW + LEASE), []);
      const held = await claimOne(storage, NOW + 2 * SECOND);
      await webhooks.update(webhook, { status: 'disabled', disabledReason: 'Off.' }, [], NOW);
      const off = await deliveries.setState(held, ACTIVE);
      assert.deepEqual(off, await webhooks.get(webhook));
      assert.deepEqual(await deliveries.listDue(held, 10, NOW + LEASE), []);
      const read = { storeId: 'store', from: 1, to: 2, deliveries: [newDelivery(2)] };
      assert.equal(await deliveries.add(held, read, NOW), false);
      assert.deepEqual([off?.status, off?.disabledReason, off?.failingSince], ['disabled', 'Off.', null]);
    },
  },
  {
    id: 'release',
    title:
      'release makes the webhook due with its first delivery, at once if there is more, never if there is none',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const { claim } = await arrangeDeliveries(storage, [newDelivery(1), newDelivery(2)]);
      const at = (dueAt: number) => ({ status: 'pending', dueAt }) as const;
      await settle(storage, claim, 'msg_1', NOW, at(NOW + 30 * SECOND));
      await settle(storage, claim, 'msg_2', NOW, at(NOW + 20 * SECOND));
      assert.equal(await deliveries.release(claim, false, NOW), true);
      assert.deepEqual(await deliveries.claim(1, NOW + 20 * SECOND - 1, NOW + LEASE), []);
      const second = await claimOne(storage, NOW + 20 * SECOND);
      assert.equal(await deliveries.release(second, true, NOW + 20 * SECOND), true);
      const third = await claimOne(storage, NOW + 20 * SECOND);
      for (const id of ['msg_1', 'msg_2']) await settle(storage, third, id, NOW + 20 * SECOND);
      await deliveries.release(third, false, NOW + 20 * SECOND);
      assert.deepEqual(await deliveries.claim(1, NOW + 1_000 * SECOND, NOW + 2_000 * SECOND), []);
    },
  },
  {
    id: 'woken',
    title: 'a webhook that is woken while it is claimed is due at once after the claim',
    async run({ storage }) {
      const { webhookDeliveries: deliveries, webhooks } = storage;
      await webhooks.insert(newWebhook(), [{ storeId: 'store', position: 0 }]);
      const claim = await claimOne(storage);
      assert.equal((await deliveries.wake(['store'], NOW + 1)).length, 1);
      assert.deepEqual(await deliveries.claim(1, NOW + 1, NOW + LEASE), []);
      await deliveries.release(claim, false, NOW + 2);
      assert.equal((await deliveries.claim(1, NOW + 2, NOW + LEASE)).length, 1);
    },
  },
  {
    id: 'retry',
    title: 'retry makes a delivery due at once with a new schedule, unless its body is gone',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [newDelivery(1), newDelivery(2)]);
      for (const id of ['msg_1', 'msg_2']) await settle(storage, claim, id, NOW);
      await deliveries.release(claim, false, NOW);
      const foreign = { id: webhook.id, accountId: newWebhook().accountId };
      assert.equal(await deliveries.retry(foreign, 'msg_1', NOW), false);
      assert.equal(await deliveries.retry(webhook, 'unknown', NOW), false);
      assert.equal(await deliveries.retry(webhook, 'msg_1', NOW + 1), true);
      const again = await claimOne(storage, NOW + 1);
      const due = await deliveries.listDue(again, 10, NOW + 1);
      assert.deepEqual(
        due.map(({ id, status, tries, dueAt }) => [id, status, tries, dueAt]),
        [['msg_1', 'pending', 0, NOW + 1]],
      );
      assert.equal(await deliveries.purgeBodies(NOW + 1, 10), 1);
      assert.equal(await deliveries.retry(webhook, 'msg_2', NOW + 2), false);
      assert.equal((await deliveries.get(webhook, 'msg_2'))?.status, 'delivered');
    },
  },
  {
    id: 'list-count',
    title: 'list pages newest first, also those of a status; counts are of the time since',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [
        newDelivery(1),
        newDelivery(2),
        newDelivery(3),
      ]);
      await settle(storage, claim, 'msg_2', NOW, { status: 'failed' });
      await settle(storage, claim, 'msg_3', NOW);
      const first = await deliveries.list(webhook, { ...ALL, limit: 2 });
      assert.deepEqual([first.rows.map(({ id }) => id), first.more], [['msg_3', 'msg_2'], true]);
      const before = first.rows[1]?.seq ?? 0;
      const second = await deliveries.list(webhook, { ...ALL, before, limit: 2 });
      assert.deepEqual([second.rows.map(({ id }) => id), second.more], [['msg_1'], false]);
      const failed = await deliveries.list(webhook, { ...ALL, status: 'failed' });
      assert.deepEqual(
        failed.rows.map(({ id }) => id),
        ['msg_2'],
      );
      assert.deepEqual(await deliveries.counts(webhook, NOW), { pending: 1, delivered: 1, failed: 1 });
      assert.deepEqual(await deliveries.counts(webhook, NOW + 1), { pending: 0, delivered: 0, failed: 0 });
    },
  },
  {
    id: 'purge-records',
    title: 'the deliveries of purged records are removed, and a deletion that waited for them is due',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const deletion = newDelivery(3, { recordId: 'r1', type: 'record.deleted' });
      const { webhook, claim } = await arrangeDeliveries(storage, [
        newDelivery(1, { recordId: 'r1' }),
        newDelivery(2, { recordId: 'r1' }),
        deletion,
        newDelivery(4, { recordId: 'r2' }),
      ]);
      await settle(storage, claim, 'msg_1', NOW);
      const { storeId } = deletion;
      await deliveries.purgeRecords('another store', ['r1'], NOW);
      await deliveries.purgeRecords(storeId, [], NOW);
      assert.equal((await deliveries.list(webhook, ALL)).rows.length, 4);
      await deliveries.purgeRecords(storeId, ['r1'], NOW + 1);
      assert.deepEqual(
        (await deliveries.list(webhook, ALL)).rows.map(({ id, dueAt }) => [id, dueAt]),
        [
          ['msg_4', NOW],
          ['msg_3', NOW + 1],
        ],
      );
      await settle(storage, claim, 'msg_3', NOW + 1);
      await deliveries.purgeRecords(storeId, ['r1'], NOW + 2);
      assert.equal(await deliveries.get(webhook, 'msg_3'), null);
    },
  },
  {
    id: 'purge',
    title: 'bodies and deliveries that have ended are purged by age; pending ones stay',
    async run({ storage }) {
      const { webhookDeliveries: deliveries } = storage;
      const { webhook, claim } = await arrangeDeliveries(storage, [
        newDelivery(1),
        newDelivery(2),
        newDelivery(3),
      ]);
      for (const id of ['msg_1', 'msg_2']) await settle(storage, claim, id, NOW);
      assert.equal(await deliveries.purgeBodies(NOW, 10), 0);
      assert.equal(await deliveries.purgeBodies(NOW + 1, 1), 1);
      assert.equal(await deliveries.purgeBodies(NOW + 1, 10), 1);
      assert.equal(await deliveries.purgeBodies(NOW + 1, 10), 0);
      const { rows } = await deliveries.list(webhook, ALL);
      assert.deepEqual(
        rows.map(({ body }) => body),
        [newDelivery(3).body, null, null],
      );
      assert.equal(await deliveries.purgeBefore(NOW, 10), 0);
      assert.equal(await deliveries.purgeBefore(NOW + 1, 1), 1);
      assert.equal(await deliveries.purgeBefore(NOW + 1, 10), 1);
      assert.deepEqual(
        (await deliveries.list(webhook, ALL)).rows.map(({ id }) => id),
        ['msg_3'],
      );
    },
  },
]);
