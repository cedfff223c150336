import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { CreateWebhookRequest } from '../contracts/changes/webhooks.ts';
import type { DisabledWebhook } from '../jobs/work-context.ts';
import { accountPrincipal } from '../ports/access.ts';
import {
  type ReceiverResponse,
  type WebhookRequest,
  type WebhookSender,
  WebhookUnreachableError,
} from '../ports/webhook-sender.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const URL_OF_RECEIVER = 'https://receiver.example/hook';

type Answer = Partial<ReceiverResponse> | string;

interface Sent extends WebhookRequest {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Creates a Vitrine on a clock of its own, whose receiver answers as `answer` says. A text: it can't be reached. */
async function arrange(answer: (sent: Sent) => Answer | Promise<Answer> = () => ({})) {
  const storage = memoryStorage();
  let now = Date.UTC(2026, 0, 1);
  const sent: Sent[] = [];
  const sender: WebhookSender = {
    refuse: (url) => (url.includes('refused') ? 'Expected another URL.' : null),
    async send(request) {
      const { type, data } = JSON.parse(request.body);
      const message = { ...request, type, data, id: request.headers['webhook-id'] ?? '' };
      sent.push(message);
      const given = await answer(message);
      if (typeof given === 'string') throw new WebhookUnreachableError(given);
      return { status: 200, text: '', retryAfter: null, ...given };
    },
  };
  const vitrine = await createVitrine({ storage, clock: () => now, webhookSender: sender });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const properties = [
    { name: 'sku', type: 'string' as const, unique: true },
    { name: 'price', type: 'number' as const },
  ];
  const createStore = (name = 'Products') => vitrine.stores.create(me, { name, properties });
  const store = await createStore();
  return {
    storage,
    vitrine,
    me,
    store,
    sent,
    createStore,
    pass(millis: number) {
      now += millis;
    },
    now: () => now,
    hook: (request: Partial<CreateWebhookRequest> = {}) =>
      vitrine.webhooks.create(me, { url: URL_OF_RECEIVER, events: ['*'], ...request }),
    put: (sku: string, price = 1, storeId = store.id) => vitrine.records.add(me, storeId, { sku, price }),
    change: (sku: string, price: number) => vitrine.records.patch(me, store.id, sku, { price }),
    /** Takes what was sent since the last call. */
    take: () => sent.splice(0).map(({ type, data }) => [type, data.recordId ?? null]),
    deliveries: async (id: string) => (await vitrine.webhooks.listDeliveries(me, id)).items,
  };
}

describe('webhooks', () => {
  test(
    'deliver every change after their creation and none before, with the id of the change',
    verifies('webhooks.from-now', 'webhooks.data'),
    async () => {
      const { vitrine, store, me, hook, put, change, sent, take } = await arrange();
      await put('before');
      const webhook = await hook();
      await put('a');
      await change('a', 2);
      await vitrine.records.delete(me, store.id, 'a');
      await vitrine.stores.update(me, store.id, { name: 'Other' });
      await vitrine.runDueJobs();
      expect(sent[0]).toMatchObject({
        url: URL_OF_RECEIVER,
        type: 'record.created',
        data: { storeId: store.id, recordId: 'a', type: 'record.created', position: expect.any(String) },
      });
      const updated = sent.find(({ type }) => type === 'record.updated');
      expect(updated?.data).toMatchObject({ recordId: 'a', changed: ['price'] });
      expect(sent[0]?.data).not.toHaveProperty('record');
      expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
      expect(sent.map(({ type }) => type).toSorted()).toEqual(
        ['record.created', 'record.deleted', 'record.updated', 'store.updated'].toSorted(),
      );
      take();
      await vitrine.runDueJobs();
      expect(sent).toEqual([]);
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({
        status: 'active',
        lastDelivery: { status: 200, error: null },
        lastDay: { pending: 0, delivered: 4, failed: 0 },
      });
    },
  );

  test(
    'have the types, stores and payload that they ask for; a record that is too large leaves its message thin',
    verifies('webhooks.data', 'webhooks.stores'),
    async () => {
      const { vitrine, me, store, hook, put, change, sent, createStore } = await arrange();
      const other = await createStore('Other');
      await hook({ events: ['record.created'], storeIds: [store.id], payload: 'full' });
      await vitrine.stores.addProperty(me, store.id, { name: 'text', type: 'string' });
      await put('a');
      await change('a', 2);
      await put('x', 1, other.id);
      await vitrine.records.add(me, store.id, { sku: 'large', price: 1, text: 'é'.repeat(10_240) });
      await vitrine.records.add(me, store.id, { sku: 'fits', price: 1, text: 'x'.repeat(19_000) });
      await vitrine.runDueJobs();
      expect(sent.map(({ data }) => data)).toMatchObject([
        { recordId: 'a', record: { sku: 'a', price: 2 } },
        { recordId: 'large', truncated: true },
        { recordId: 'fits', record: { sku: 'fits' } },
      ]);
      expect(sent[1]?.data).not.toHaveProperty('record');
      for (const { body } of sent) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_480);
    },
  );

  test(
    'of all stores have later stores too, from their creation to their deletion',
    verifies('webhooks.stores'),
    async () => {
      const { storage, vitrine, me, hook, put, take, createStore } = await arrange();
      await hook();
      const later = await createStore('Later');
      await put('a', 1, later.id);
      await vitrine.runDueJobs();
      expect(take()).toEqual([
        ['store.created', null],
        ['record.created', 'a'],
      ]);
      await vitrine.stores.delete(me, later.id);
      // Another worker holds the job that removes the store.
      await storage.jobs.claim(['purge-store'], 1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      await vitrine.runDueJobs();
      expect(take()).toContainEqual(['store.deleted', null]);
    },
  );

  test(
    'with filters deliver records that match now, and always deletions',
    verifies('webhooks.filters'),
    async () => {
      const { vitrine, me, store, hook, put, change, take } = await arrange();
      const cheap = { filters: [{ field: 'price', op: 'lt', value: 10 }], storeIds: [store.id] };
      const webhook = await hook(cheap);
      await put('cheap', 5);
      await put('dear', 50);
      await vitrine.runDueJobs();
      expect(take()).toEqual([['record.created', 'cheap']]);
      await change('dear', 2);
      await change('cheap', 20);
      await vitrine.records.delete(me, store.id, 'dear');
      await put('other', 99);
      await vitrine.records.delete(me, store.id, 'other');
      await vitrine.runDueJobs();
      expect(take()).toEqual([
        ['record.deleted', 'dear'],
        ['record.deleted', 'other'],
      ]);
      await vitrine.stores.deleteProperty(me, store.id, 'price');
      await vitrine.runDueJobs();
      const { status, disabledReason } = await vitrine.webhooks.get(me, webhook.id);
      expect([status, disabledReason]).toEqual(['disabled', expect.stringContaining('filter')]);
    },
  );

  test(
    'repeat a failed delivery ten times over three days with its id and its body, then give it up',
    verifies('webhooks.retries', 'webhooks.deliveries'),
    async () => {
      const { vitrine, hook, put, sent, pass, deliveries } = await arrange(() => ({
        status: 500,
        text: 'no',
      }));
      const webhook = await hook();
      await put('a');
      const pauses = [
        5 * SECOND,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        14 * HOUR,
        20 * HOUR,
        DAY,
      ];
      await vitrine.runDueJobs();
      for (const [index, pause] of pauses.entries()) {
        expect(sent).toHaveLength(index + 1);
        pass(pause - 1);
        await vitrine.runDueJobs();
        expect(sent).toHaveLength(index + 1);
        pass(pause / 10 + SECOND);
        await vitrine.runDueJobs();
      }
      pass(3 * DAY);
      await vitrine.runDueJobs();
      expect(sent).toHaveLength(10);
      expect(new Set(sent.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
      expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
      const [delivery] = await deliveries(webhook.id);
      expect(delivery).toMatchObject({ id: sent[0]?.id, status: 'failed', nextAttemptAt: null });
      expect(delivery?.attempts).toHaveLength(10);
      expect(delivery?.attempts[0]).toMatchObject({ status: 500, answer: 'no', error: null });
    },
  );

  test(
    'obey Retry-After: nothing is sent to the receiver before',
    verifies('webhooks.retry-after'),
    async () => {
      let busy = true;
      const { vitrine, me, hook, put, sent, pass } = await arrange(() =>
        busy ? { status: 429, retryAfter: '600' } : {},
      );
      const webhook = await hook();
      await put('a');
      await vitrine.runDueJobs();
      expect(sent).toHaveLength(1);
      await put('b');
      pass(9 * MINUTE);
      await vitrine.runDueJobs();
      expect(sent).toHaveLength(1);
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({ status: 'failing' });
      busy = false;
      pass(MINUTE + SECOND);
      await vitrine.runDueJobs();
      expect(
        sent
          .slice(1)
          .map(({ data }) => data.recordId)
          .toSorted(),
      ).toEqual(['a', 'b']);
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({ status: 'active' });
    },
  );

  test(
    'keep the order of each record: a later change waits for the earlier one until that is delivered or given up',
    verifies('webhooks.order'),
    async () => {
      let broken = true;
      const { vitrine, hook, put, change, sent, pass } = await arrange(({ data }) =>
        broken && data.recordId === 'a' ? { status: 500 } : {},
      );
      await hook();
      await put('a', 1);
      await change('a', 2);
      await put('b', 1);
      await change('b', 2);
      await change('a', 3);
      await vitrine.runDueJobs();
      const types = () => sent.splice(0).map(({ type, data }) => `${type} ${data.recordId}`);
      expect(types().toSorted()).toEqual(['record.created a', 'record.created b', 'record.updated b']);
      broken = false;
      pass(6 * SECOND);
      await vitrine.runDueJobs();
      expect(types()).toEqual(['record.created a', 'record.updated a', 'record.updated a']);
      broken = true;
      await change('a', 4);
      await change('a', 5);
      while (sent.length <= 10) {
        await vitrine.runDueJobs();
        pass(HOUR);
      }
      const counts = [...Map.groupBy(sent, ({ id }) => id).values()].map((same) => same.length);
      expect(counts).toEqual([10, 1]);
    },
  );

  test(
    'are disabled by 410 at once, and by five days without a success, which the operator is told',
    verifies('webhooks.disable'),
    async () => {
      let status = 410;
      const { storage, vitrine, me, hook, put, sent, pass } = await arrange(() => ({ status }));
      const webhook = await hook();
      await put('a');
      const disabled: DisabledWebhook[] = [];
      const stop = new AbortController();
      const onWebhookDisabled = (each: DisabledWebhook) => disabled.push(each);
      const working = vitrine.work({ signal: stop.signal, pollEvery: 5, onWebhookDisabled });
      await expect.poll(() => disabled).toMatchObject([{ id: webhook.id, accountId: me.accountId }]);
      stop.abort();
      await working;
      expect(sent).toHaveLength(1);
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({
        status: 'disabled',
        disabledReason: 'The receiver answered 410 Gone.',
      });
      status = 500;
      await vitrine.webhooks.enable(me, webhook.id);
      for (let hours = 0; hours < 4 * 24; hours++) {
        pass(HOUR);
        await vitrine.runDueJobs();
        if (hours % 20 === 0) await put(`b${hours}`);
      }
      expect((await vitrine.webhooks.get(me, webhook.id)).status).toBe('failing');
      for (let hours = 0; hours < 30; hours++) {
        pass(HOUR);
        await vitrine.runDueJobs();
      }
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({
        status: 'disabled',
        disabledReason: 'No delivery has succeeded for five days.',
      });
      expect(
        (await storage.webhooks.get({ id: webhook.id, accountId: me.accountId }))?.failingSince,
      ).not.toBe(null);
    },
  );

  /** How a receiver answers the nth attempt, counted from 0. */
  type Answers = (attempt: number) => Answer;
  const GIVEN_UP = { status: 'disabled', disabledReason: 'No delivery has succeeded for five days.' };
  const FINE = { status: 'active', disabledReason: null };

  test.each<[way: string, answers: Answers, state: object, attempts: number | null]>([
    ['is slow', () => 'The receiver did not answer within 15 s.', GIVEN_UP, null],
    ['answers 500', () => ({ status: 500 }), GIVEN_UP, null],
    ['answers 429', () => ({ status: 429, retryAfter: '60' }), GIVEN_UP, null],
    ['redirects', () => ({ status: 307 }), GIVEN_UP, null],
    ['resets the connection', () => 'The receiver closed the connection.', GIVEN_UP, null],
    ['answers without end', () => ({ status: 200, text: 'x'.repeat(1_024) }), FINE, 1],
    ['has a bad certificate', () => 'The TLS certificate of the receiver is not valid.', GIVEN_UP, null],
    ['has lost its name', () => 'The host name has no public address.', GIVEN_UP, null],
    [
      'is gone',
      () => ({ status: 410 }),
      { status: 'disabled', disabledReason: 'The receiver answered 410 Gone.' },
      1,
    ],
    [
      'accepts what it answers too late',
      (attempt) => (attempt === 0 ? 'The receiver did not answer within 15 s.' : {}),
      FINE,
      2,
    ],
    ['flaps', (attempt) => (attempt % 3 === 2 ? {} : { status: 502 }), FINE, 3],
  ])(
    'of a receiver that %s end in the state that the table says',
    verifies('webhooks.failures', 'webhooks.disable'),
    async (_, answers, state, attempts) => {
      let count = 0;
      const { vitrine, me, hook, put, sent, pass } = await arrange(() => answers(count++));
      const webhook = await hook();
      await put('a');
      // A delivery is given up after three and a half days, so the receiver fails for five with a second one.
      for (let hours = 0; hours < 6 * 24; hours++) {
        await vitrine.runDueJobs();
        pass(HOUR);
        if (hours === 4 * 24) await put('b');
      }
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject(state);
      const ofFirst = sent.filter(({ data }) => data.recordId === 'a');
      expect(new Set(ofFirst.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
      expect(ofFirst).toHaveLength(attempts ?? 10);
    },
  );

  test(
    'send nothing while they are turned off, and go on where they stopped, at most a week back',
    verifies('webhooks.off'),
    async () => {
      const { storage, vitrine, me, store, hook, put, take, pass, now } = await arrange();
      const webhook = await hook();
      await vitrine.webhooks.update(me, webhook.id, { status: 'disabled' });
      await put('a');
      await vitrine.runDueJobs();
      expect(take()).toEqual([]);
      expect(await vitrine.webhooks.get(me, webhook.id)).toMatchObject({
        status: 'disabled',
        disabledReason: 'It was turned off.',
      });
      await vitrine.webhooks.enable(me, webhook.id);
      await vitrine.runDueJobs();
      expect(take()).toEqual([['record.created', 'a']]);
      await vitrine.webhooks.update(me, webhook.id, { status: 'disabled' });
      await put('b');
      pass(8 * DAY);
      const kept = { since: now() - 7 * DAY, most: 1_000_000, historySince: null, historyBytes: 0 };
      await storage.changes.trim(store.id, kept, 100);
      await vitrine.webhooks.update(me, webhook.id, { status: 'active' });
      await vitrine.runDueJobs();
      await put('c');
      await vitrine.runDueJobs();
      expect(take()).toEqual([['record.created', 'c']]);
    },
  );

  test(
    'sign with the earlier secrets too for 24 hours after a rotation',
    verifies('webhooks.secret'),
    async () => {
      const { vitrine, me, hook, put, sent, pass, now } = await arrange();
      const webhook = await hook({ headers: { Authorization: 'Bearer token' } });
      expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const rotated = await vitrine.webhooks.rotateSecret(me, webhook.id);
      expect(rotated.previousSecretUntil).toBe(new Date(now() + DAY).toISOString());
      expect(rotated.secret).not.toBe(webhook.secret);
      await put('a');
      await vitrine.runDueJobs();
      pass(DAY);
      await put('b');
      await vitrine.runDueJobs();
      const signatures = sent.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
      expect(signatures).toEqual([2, 1]);
      expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer token' });
      const shown = JSON.stringify([
        await vitrine.webhooks.get(me, webhook.id),
        await vitrine.webhooks.list(me),
        await vitrine.webhooks.update(me, webhook.id, { description: 'x' }),
        await vitrine.webhooks.listDeliveries(me, webhook.id),
      ]);
      for (const secret of [webhook.secret, rotated.secret, 'Bearer token'])
        expect(shown).not.toContain(secret);
      for (let i = 0; i < 9; i++) await vitrine.webhooks.rotateSecret(me, webhook.id);
      await expect(vitrine.webhooks.rotateSecret(me, webhook.id)).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  test(
    'send a delivery again by hand, with its id and body, until the body is removed',
    verifies('webhooks.retry', 'webhooks.deliveries'),
    async () => {
      const { storage, vitrine, me, hook, put, sent, pass, deliveries } = await arrange();
      const webhook = await hook();
      await put('a');
      await vitrine.runDueJobs();
      const [delivery] = await deliveries(webhook.id);
      const id = delivery?.id ?? '';
      expect(await vitrine.webhooks.retryDelivery(me, webhook.id, id)).toMatchObject({
        id,
        status: 'pending',
      });
      await vitrine.runDueJobs();
      expect(sent.map((each) => each.id)).toEqual([id, id]);
      expect(sent[0]?.body).toBe(sent[1]?.body);
      const purge = [{ kind: 'purge-deliveries', payload: '{"kind":"purge-deliveries"}' }];
      const runPurge = async () => {
        await storage.jobs.enqueue(purge.map((job) => ({ ...job, key: 'p', accountId: null, runAt: 0 })));
        await vitrine.runDueJobs();
      };
      pass(3 * DAY + 1);
      await runPurge();
      expect((await deliveries(webhook.id))[0]).toMatchObject({ id, body: null, status: 'delivered' });
      const retry = vitrine.webhooks.retryDelivery(me, webhook.id, id);
      await expect(retry).rejects.toMatchObject({ code: 'conflict' });
      await expect(vitrine.webhooks.retryDelivery(me, webhook.id, 'x')).rejects.toMatchObject({
        code: 'not_found',
      });
      pass(4 * DAY);
      await runPurge();
      await vitrine.runDueJobs();
      expect(await deliveries(webhook.id)).toEqual([]);
    },
  );

  test('deliver again what follows a position, with the same ids', verifies('webhooks.replay'), async () => {
    const { vitrine, me, store, hook, put, sent, createStore, deliveries } = await arrange();
    const webhook = await hook();
    await put('a');
    await put('b');
    await vitrine.runDueJobs();
    const first = sent.splice(0);
    const [newest] = await deliveries(webhook.id);
    const since = String(first[0]?.data.position);
    expect(newest?.position).toBe(first[1]?.data.position);
    expect(await vitrine.webhooks.replay(me, webhook.id, { since })).toEqual({ storeId: store.id, since });
    await vitrine.runDueJobs();
    expect(sent.map(({ id }) => id)).toEqual([first[1]?.id]);
    const other = await createStore('Other');
    await vitrine.webhooks.update(me, webhook.id, { storeIds: [other.id] });
    for (const wrong of [since, 'x', `${since}x`]) {
      await expect(vitrine.webhooks.replay(me, webhook.id, { since: wrong })).rejects.toMatchObject({
        code: 'validation_failed',
        issues: [{ path: 'since' }],
      });
    }
  });

  test('are deleted with their deliveries', verifies('webhooks.delete'), async () => {
    const { storage, vitrine, me, hook, put, sent, pass } = await arrange(() => 'The connection failed.');
    const webhook = await hook();
    await put('a');
    await vitrine.runDueJobs();
    expect(sent).toHaveLength(1);
    await vitrine.webhooks.delete(me, webhook.id);
    pass(DAY);
    await vitrine.runDueJobs();
    expect(sent).toHaveLength(1);
    expect(await storage.webhookDeliveries.purgeOf(webhook.id, 10)).toBe(0);
    await expect(vitrine.webhooks.get(me, webhook.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test(
    'send a test message once, also while they are disabled',
    verifies('webhooks.test-message'),
    async () => {
      let answer: Answer = { status: 418, text: 'teapot' };
      const { vitrine, me, hook, sent, deliveries } = await arrange(() => answer);
      const webhook = await hook();
      await vitrine.webhooks.update(me, webhook.id, { status: 'disabled' });
      expect(await vitrine.webhooks.test(me, webhook.id)).toMatchObject({
        status: 418,
        answer: 'teapot',
        error: null,
      });
      answer = 'The receiver refused the connection.';
      expect(await vitrine.webhooks.test(me, webhook.id)).toMatchObject({
        status: null,
        answer: '',
        error: 'The receiver refused the connection.',
      });
      await vitrine.runDueJobs();
      expect(sent.map(({ type, data }) => [type, data])).toEqual([
        ['webhook.test', { webhookId: webhook.id }],
        ['webhook.test', { webhookId: webhook.id }],
      ]);
      expect(await deliveries(webhook.id)).toEqual([]);
    },
  );

  test('of an account whose receivers hang delay no other account', verifies('webhooks.turns'), async () => {
    const world = await arrange((sent) =>
      sent.url.includes('hangs') ? new Promise<Answer>((resolve) => hanging.push(resolve)) : {},
    );
    const hanging: ((answer: Answer) => void)[] = [];
    const { vitrine, hook, put, sent } = world;
    for (let i = 0; i < 20; i++) await hook({ url: `https://hangs.example/${i}` });
    for (let i = 0; i < 30; i++) await put(`a${i}`);
    const stop = new AbortController();
    const working = vitrine.work({ signal: stop.signal, pollEvery: 5 });
    await expect.poll(() => hanging.length).toBe(20 * 8);
    const other = accountPrincipal((await vitrine.accounts.create('Other')).id);
    const properties = [{ name: 'a', type: 'string' as const }];
    const store = await vitrine.stores.create(other, { name: 'S', properties });
    await vitrine.webhooks.create(other, { url: 'https://works.example/', events: ['*'] });
    await vitrine.records.add(other, store.id, { a: 'x' });
    await expect.poll(() => sent.filter(({ url }) => url.includes('works')).length).toBe(1);
    for (const end of hanging) end({ status: 500 });
    stop.abort();
    await working;
  });
});
