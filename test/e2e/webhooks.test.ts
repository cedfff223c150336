import type {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  Page,
  TestedWebhookResponse,
  WebhookDelivery,
  WebhookResponse,
} from '@vitrine/core/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import { recurringJobs } from '../../packages/core/src/jobs/job-kinds.ts';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectProblem, expectRefused, recordPath } from './arrange.ts';
import type { Client } from './client.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';
import { onOneStorage } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const receivers: Receiver[] = [];

async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function hook(client: Client, url: string, request: Partial<CreateWebhookRequest> = {}) {
  const { status, body } = await client.post<CreatedWebhookResponse>('/v2/webhooks', {
    url,
    events: ['*'],
    ...request,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const pathOf = ({ id }: { readonly id: string }) => `/v2/webhooks/${id}`;

async function deliveriesOf(client: Client, webhook: WebhookResponse): Promise<readonly WebhookDelivery[]> {
  return (await client.get<Page<WebhookDelivery>>(`${pathOf(webhook)}/deliveries`)).body.items;
}

describe('deliveries', () => {
  onOneStorage(
    (arrange) => {
      test(
        'are messages of Standard Webhooks with the changes of the store, once each and in order',
        verifies('webhooks.standard', 'webhooks.data', 'webhooks.from-now', 'webhooks.order'),
        async () => {
          const { a, b, vitrine, now } = await arrange();
          const receiver = await receive();
          const store = await createStore(a, { sku: 'unique string', price: 'number' });
          await addRecord(a, store, { sku: 'before' });
          const webhook = await hook(a, receiver.url, {
            storeIds: [store.id],
            payload: 'full',
            headers: { Authorization: 'Bearer x' },
          });
          const foreign = await createStore(b, { sku: 'unique string' });
          await addRecord(b, foreign, { sku: 'foreign' });
          await addRecord(a, store, { sku: 'é🎈', price: 1 });
          await a.patch(recordPath(store, 'é🎈'), { price: 2 });
          await a.delete(recordPath(store, 'é🎈'));
          await a.patch(`/v2/stores/${store.id}`, { description: 'x' });
          await vitrine.runDueJobs();
          const messages = receiver.take(webhook.secret, now());
          const ofRecord = messages.filter(({ data }) => data.recordId === 'é🎈');
          expect(ofRecord.map(({ type }) => type)).toEqual([
            'record.created',
            'record.updated',
            'record.deleted',
          ]);
          expect(messages.map(({ type }) => type).toSorted()).toEqual([
            'record.created',
            'record.deleted',
            'record.updated',
            'store.updated',
          ]);
          expect(ofRecord[1]?.data).toMatchObject({ storeId: store.id, changed: ['price'] });
          expect(messages[0]?.headers).toMatchObject({
            authorization: 'Bearer x',
            'content-type': 'application/json',
          });
          expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
          await vitrine.runDueJobs();
          expect(receiver.take(webhook.secret, now())).toEqual([]);
          const feed = await a.get<Page<{ position: string }>>(
            `/v2/stores/${store.id}/changes?since=${messages[0]?.data.position}`,
          );
          expect(feed.status).toBe(200);
          const [newest] = await deliveriesOf(a, webhook);
          expect(newest).toMatchObject({ status: 'delivered', attempts: [{ status: 200, answer: 'ok' }] });
        },
      );

      test(
        'of a failing receiver are repeated until it answers, then the later ones follow in order',
        verifies('webhooks.retries', 'webhooks.order', 'webhooks.failures'),
        async () => {
          const { a, vitrine, advance, now } = await arrange();
          const receiver = await receive();
          const store = await createStore(a, { sku: 'unique string', n: 'number' });
          const webhook = await hook(a, receiver.url, { storeIds: [store.id] });
          const failures: Receiver['answer'][] = [
            (response) => response.writeHead(500).end(),
            (response) => response.writeHead(302, { location: receiver.url }).end(),
            (response) => void response.socket?.destroy(),
            (response) => response.writeHead(404).end(),
          ];
          receiver.answer = (response, message) =>
            (failures.shift() ?? ((each) => each.end()))(response, message);
          await addRecord(a, store, { sku: 'a', n: 1 });
          for (let n = 2; n < 5; n++) await a.patch(recordPath(store, 'a'), { n });
          const first: string[] = [];
          for (const pause of [0, 6 * SECOND, 6 * MINUTE, 35 * MINUTE]) {
            advance(pause);
            await vitrine.runDueJobs();
            const [only, ...others] = receiver.take(webhook.secret, now());
            expect(others).toEqual([]);
            first.push(`${only?.id} ${only?.body}`);
            expect((await a.get<WebhookResponse>(pathOf(webhook))).body.status).toBe('failing');
          }
          expect(new Set(first).size).toBe(1);
          advance(3 * HOUR);
          await vitrine.runDueJobs();
          const rest = receiver.take(webhook.secret, now());
          expect(rest.map(({ type }) => type)).toEqual([
            'record.created',
            ...Array(3).fill('record.updated'),
          ]);
          expect(rest.map(({ data }) => data.version)).toEqual(
            rest.map(({ data }) => data.version).toSorted((x, y) => Number(x) - Number(y)),
          );
          const { body } = await a.get<WebhookResponse>(pathOf(webhook));
          expect(body).toMatchObject({ status: 'active', lastDay: { pending: 0, delivered: 4, failed: 0 } });
        },
      );

      test(
        'have all stores of the account, an import as one, and deletions of stores',
        verifies('webhooks.stores'),
        async () => {
          const { a, vitrine, now } = await arrange();
          const receiver = await receive();
          const webhook = await hook(a, receiver.url);
          const store = await createStore(a, { sku: 'unique string' });
          await a.send('POST', `/v2/stores/${store.id}/imports`, {
            raw: 'sku\none\ntwo\n',
            headers: { 'content-type': 'text/csv' },
          });
          await expect
            .poll(async () => {
              await vitrine.runDueJobs();
              return receiver.received.map(({ type }) => type).toSorted();
            })
            .toEqual(['records.imported', 'store.created']);
          const messages = receiver.take(webhook.secret, now());
          const imported = messages.find(({ type }) => type === 'records.imported');
          expect(imported?.data).toMatchObject({ storeId: store.id, created: 2, updated: 0 });
        },
      );

      test(
        'can be sent again by hand and replayed from a position; a webhook that is turned off sends nothing',
        verifies(
          'webhooks.retry',
          'webhooks.replay',
          'webhooks.off',
          'webhooks.deliveries',
          'webhooks.delete',
        ),
        async () => {
          const { a, b, vitrine, storage, advance, now } = await arrange();
          const receiver = await receive();
          const store = await createStore(a, { sku: 'unique string' });
          const webhook = await hook(a, receiver.url, { storeIds: [store.id] });
          await addRecord(a, store, { sku: 'a' });
          await addRecord(a, store, { sku: 'b' });
          await vitrine.runDueJobs();
          const sent = receiver
            .take(webhook.secret, now())
            .toSorted((x, y) => Number(x.data.version) - Number(y.data.version));
          const retry = `${pathOf(webhook)}/deliveries/${sent[0]?.id}/retry`;
          expectProblem(await b.post(retry), 404, 'not_found');
          expect((await a.post<WebhookDelivery>(retry)).body).toMatchObject({
            status: 'pending',
            id: sent[0]?.id,
          });
          await vitrine.runDueJobs();
          expect(receiver.take(webhook.secret, now()).map(({ id, body }) => [id, body])).toEqual([
            [sent[0]?.id, sent[0]?.body],
          ]);
          const since = sent[0]?.data.position;
          const replayed = await a.post(`${pathOf(webhook)}/replay`, { since });
          expect(replayed).toMatchObject({ status: 202, body: { storeId: store.id, since } });
          await vitrine.runDueJobs();
          expect(receiver.take(webhook.secret, now()).map(({ id }) => id)).toEqual([sent[1]?.id]);
          expectRefused(await a.post(`${pathOf(webhook)}/replay`, { since: 'x' }), ['since']);

          await a.patch(pathOf(webhook), { status: 'disabled' });
          await addRecord(a, store, { sku: 'c' });
          await vitrine.runDueJobs();
          expect(receiver.received).toEqual([]);
          expectProblem(await a.post(retry), 409, 'conflict');
          expect((await a.post<WebhookResponse>(`${pathOf(webhook)}/enable`)).body.status).toBe('active');
          await vitrine.runDueJobs();
          expect(receiver.take(webhook.secret, now()).map(({ data }) => data.recordId)).toEqual(['c']);

          advance(4 * DAY);
          await storage.jobs.enqueue(recurringJobs(now()));
          await vitrine.runDueJobs();
          const kept = await deliveriesOf(a, webhook);
          expect(kept.map(({ body }) => body)).toEqual([null, null, null]);
          expectProblem(await a.post(retry), 409, 'conflict');
          expect((await a.delete(pathOf(webhook))).status).toBe(204);
          expectProblem(await a.get(`${pathOf(webhook)}/deliveries`), 404, 'not_found');
          await addRecord(a, store, { sku: 'd' });
          await vitrine.runDueJobs();
          expect(receiver.take(webhook.secret, now())).toEqual([]);
        },
      );
    },
    { allowPrivateFetch: true },
  );
});

describe('the interface of webhooks', () => {
  onOneStorage((arrange) => {
    test(
      'returns 400 at the member that is wrong, and creates nothing',
      verifies('webhooks.create', 'webhooks.url', 'webhooks.filters'),
      async () => {
        const { a, b } = await arrange();
        const store = await createStore(a, { sku: 'unique string', price: 'number' });
        const foreign = await createStore(b, { sku: 'unique string' });
        const good = { url: 'https://unknown.invalid/hook', events: ['record.*'] };
        const refused: [object, string[]][] = [
          [{}, ['url', 'events']],
          [{ ...good, url: 'http://example.com/' }, ['url']],
          [{ ...good, url: 'https://127.0.0.1/' }, ['url']],
          [{ ...good, url: 'https://[::ffff:7f00:1]/' }, ['url']],
          [{ ...good, url: 'https://localhost/' }, ['url']],
          [{ ...good, url: 'https://me:pass@example.com/' }, ['url']],
          [{ ...good, url: `https://example.com/${'x'.repeat(2_048)}` }, ['url']],
          [{ ...good, url: '//example.com' }, ['url']],
          [{ ...good, events: [] }, ['events']],
          [{ ...good, events: ['records.*'] }, ['events[0]']],
          [{ ...good, events: 'record.*' }, ['events']],
          [{ ...good, storeIds: [] }, ['storeIds']],
          [{ ...good, storeIds: ['nowhere'] }, ['storeIds[0]']],
          [{ ...good, storeIds: [store.id, foreign.id] }, ['storeIds[1]']],
          [{ ...good, storeIds: [store.id, store.id] }, ['storeIds[1]']],
          [{ ...good, storeIds: ['\0'] }, ['storeIds[0]']],
          [{ ...good, filters: [{ field: 'price', op: 'lt', value: 1 }] }, ['filters']],
          [
            { ...good, storeIds: [store.id], filters: [{ field: 'x', op: 'eq', value: 1 }] },
            ['filters[0].field'],
          ],
          [{ ...good, payload: 'fat' }, ['payload']],
          [{ ...good, headers: { 'webhook-id': 'x' } }, ['headers.webhook-id']],
          [{ ...good, headers: { Host: 'x' } }, ['headers.Host']],
          [{ ...good, headers: { 'Content-Length': '1' } }, ['headers.Content-Length']],
          [{ ...good, headers: { 'X-A': 'a\r\nX-B: b' } }, ['headers.X-A']],
          [{ ...good, headers: { 'X A': 'a' } }, ['headers.X A']],
          [
            { ...good, headers: Object.fromEntries('abcdef'.split('').map((name) => [name, 'x'])) },
            ['headers'],
          ],
          [{ ...good, headers: { a: 'x', A: 'y' } }, ['headers']],
          [{ ...good, secret: 'whsec_mine' }, ['secret']],
        ];
        for (const [request, paths] of refused) expectRefused(await a.post('/v2/webhooks', request), paths);
        expect((await a.get<Page<WebhookResponse>>('/v2/webhooks')).body.items).toEqual([]);
        const webhook = await hook(a, 'https://unknown.invalid/hook', {
          storeIds: [store.id],
          filters: [{ field: 'price', op: 'lt', value: '20' }],
        });
        expectRefused(await a.patch(pathOf(webhook), { storeIds: null }), ['filters']);
        expectRefused(await a.patch(pathOf(webhook), { url: 'https://10.0.0.1/' }), ['url']);
        expectRefused(await a.patch(pathOf(webhook), { status: 'failing' }), ['status']);
        const { body } = await a.patch<WebhookResponse>(pathOf(webhook), { filters: [], storeIds: null });
        expect(body).toMatchObject({ storeIds: null, url: webhook.url });
      },
    );

    test(
      'needs an account key; a read-only key reads, and no other account sees anything',
      verifies('webhooks.access'),
      async () => {
        const { a, b, vitrine, principal, withKey, withStoreKey } = await arrange();
        const store = await createStore(a, { sku: 'unique string' });
        const webhook = await hook(a, 'https://unknown.invalid/');
        const storeKey = await withStoreKey(store.id);
        expectProblem(await storeKey.get('/v2/webhooks'), 403, 'forbidden');
        expectProblem(await storeKey.post('/v2/webhooks', {}), 403, 'forbidden');
        expectProblem(await b.get(pathOf(webhook)), 404, 'not_found');
        expectProblem(await b.patch(pathOf(webhook), { description: 'x' }), 404, 'not_found');
        expectProblem(await b.delete(pathOf(webhook)), 404, 'not_found');
        expect((await b.get<Page<WebhookResponse>>('/v2/webhooks')).body.items).toEqual([]);
        const { key } = await vitrine.apiKeys.create(principal, { name: 'reader', readOnly: true });
        const reader = withKey(key);
        expect((await reader.get(pathOf(webhook))).status).toBe(200);
        expectProblem(await reader.post(`${pathOf(webhook)}/test`), 403, 'forbidden');
        expectProblem(await reader.post('/v2/webhooks', {}), 403, 'forbidden');
      },
    );

    test(
      'has at most 20 webhooks in an account, and lists them in pages',
      verifies('webhooks.quota'),
      async () => {
        const { a, vitrine, accountId } = await arrange();
        for (let i = 0; i < 20; i++) await hook(a, `https://unknown.invalid/${i}`);
        const more = () => a.post('/v2/webhooks', { url: 'https://unknown.invalid/20', events: ['*'] });
        expectProblem(await more(), 403, 'quota_exceeded');
        const first = (await a.get<Page<WebhookResponse>>('/v2/webhooks?limit=15')).body;
        const second = (await a.get<Page<WebhookResponse>>(`/v2/webhooks?limit=15&cursor=${first.cursor}`))
          .body;
        const urls = [...first.items, ...second.items].map(({ url }) => url);
        expect(urls).toEqual(Array.from({ length: 20 }, (_, i) => `https://unknown.invalid/${19 - i}`));
        await vitrine.accounts.changeLimits(accountId, { webhooks: 21 });
        expect((await more()).status).toBe(201);
      },
    );

    test(
      'shows a secret once, also under an Idempotency-Key, and never the values of headers',
      verifies('webhooks.secret', 'webhooks.create'),
      async () => {
        const { a } = await arrange();
        const json = {
          url: 'https://unknown.invalid/',
          events: ['*'],
          headers: { 'X-Token': 'hidden token' },
        };
        const create = () =>
          a.send<CreatedWebhookResponse>('POST', '/v2/webhooks', {
            json,
            headers: { 'idempotency-key': 'once' },
          });
        const [first, again] = [await create(), await create()];
        expect(again.body).toEqual(first.body);
        const webhook = first.body;
        expect(webhook.secret).toMatch(/^whsec_/);
        expect((await a.get<Page<WebhookResponse>>('/v2/webhooks')).body.items).toHaveLength(1);
        const rotated = await a.post<{ secret: string }>(`${pathOf(webhook)}/rotate-secret`);
        const shown = [
          await a.get(pathOf(webhook)),
          await a.get('/v2/webhooks'),
          await a.patch(pathOf(webhook), { description: 'x' }),
          await a.post(`${pathOf(webhook)}/enable`),
        ].map(({ text }) => text);
        for (const secret of [webhook.secret, rotated.body.secret, 'hidden token'])
          expect(shown.join()).not.toContain(secret);
        expect((await a.get<WebhookResponse>(pathOf(webhook))).body.headerNames).toEqual(['X-Token']);
      },
    );
  });

  onOneStorage(
    (arrange) => {
      test(
        'sends a test message with the answer of the receiver',
        verifies('webhooks.test-message', 'webhooks.standard'),
        async () => {
          const { a, now } = await arrange();
          const receiver = await receive();
          const webhook = await hook(a, receiver.url);
          receiver.answer = (response) => response.writeHead(503).end('x'.repeat(5_000));
          const tested = await a.post<TestedWebhookResponse>(`${pathOf(webhook)}/test`);
          expect(tested).toMatchObject({ status: 200, body: { status: 503, answer: 'x'.repeat(1_024) } });
          const [message] = receiver.take(webhook.secret, now());
          expect(message).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
          await receiver.close();
          receivers.splice(receivers.indexOf(receiver), 1);
          const unreachable = await a.post<TestedWebhookResponse>(`${pathOf(webhook)}/test`);
          expect(unreachable).toMatchObject({ status: 200, body: { status: null, answer: '' } });
          expect(unreachable.body.error).toContain('refused');
          expect(await deliveriesOf(a, webhook)).toEqual([]);
        },
      );
    },
    { allowPrivateFetch: true },
  );
});
