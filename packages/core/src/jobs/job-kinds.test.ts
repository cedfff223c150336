import { expect, test } from 'vitest';
import { accountPrincipal } from '../ports/access.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';
import { JOB_KINDS, KINDS_OF_CHANGES, nextRun, recurringJobs } from './job-kinds.ts';

test('every kind is enqueued by a change or recurring', async () => {
  const storage = memoryStorage();
  const webhookSender = { refuse: () => null, send: () => Promise.reject(new Error('Nothing is sent.')) };
  const vitrine = await createVitrine({ storage, webhookSender });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const properties = [
    { name: 'a', type: 'string' as const },
    { name: 'b', type: 'string' as const },
  ];
  const store = await vitrine.stores.create(me, { name: 'S', properties });
  async function* file() {
    yield Buffer.from('a\n1\n');
  }
  await vitrine.imports.start(me, store.id, {}, async () => ({ name: null, type: null, chunks: file() }));
  await vitrine.stores.update(me, store.id, { recordTtl: 60 });
  await vitrine.stores.deleteProperty(me, store.id, 'b');
  await vitrine.stores.changePropertyType(me, store.id, 'a', { type: 'number', unset: true });
  await vitrine.stores.changePropertyType(me, store.id, 'a', { type: 'string' });
  await vitrine.stores.update(me, store.id, { history: 'P1D' });
  const { cursor } = await vitrine.changes.list(me, store.id);
  for (let i = 0; i < 2; i++) {
    const records = Array.from({ length: 100 }, () => ({ a: 'x' }));
    await vitrine.records.batchUpsert(me, store.id, { records });
  }
  await vitrine.history.restore(me, store.id, { since: cursor });
  await vitrine.stores.delete(me, store.id);
  const map = await vitrine.maps.create(me, { name: 'M' });
  await vitrine.maps.delete(me, map.id);
  const webhook = await vitrine.webhooks.create(me, { url: 'https://receiver.example/', events: ['*'] });
  await vitrine.webhooks.delete(me, webhook.id);
  const ofChanges = (await storage.jobs.counts()).map(({ kind }) => kind);
  expect(ofChanges.toSorted()).toEqual([...KINDS_OF_CHANGES].toSorted());

  const recurring = recurringJobs(5);
  expect([...ofChanges, ...recurring.map(({ kind }) => kind)].toSorted()).toEqual([...JOB_KINDS].toSorted());
  for (const { payload, runAt } of recurring) {
    expect(runAt).toBe(5);
    const next = nextRun(JSON.parse(payload), 5);
    expect(next?.at).toBeGreaterThan(5 + 60_000);
    expect(next?.payload).toEqual(JSON.parse(payload));
  }
});

test('a recurring job runs when it is enqueued, and again after its interval', async () => {
  let now = Date.UTC(2026, 0, 1);
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage, clock: () => now });
  await storage.jobs.enqueue(recurringJobs(now));
  const recurring = recurringJobs(now).length;
  expect(await vitrine.runDueJobs()).toBe(recurring);
  expect(await vitrine.runDueJobs()).toBe(0);
  now += 24 * 3_600_000;
  expect(await vitrine.runDueJobs()).toBe(recurring);
});
