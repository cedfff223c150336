import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { RecordRow, Storage, StoreRow } from '@vitrine/core/storage';
import { bigList, isStorable } from '../naughty-strings.ts';
import { fillImages, imageContentsOf } from './sample-images.ts';
import { fillMaps, mapContentsOf } from './sample-maps.ts';

const DAY = 86_400_000;

/** A database with rows of every kind, and the ids that tests need to check a copy of it. */
export interface Sample {
  readonly vitrine: Vitrine;
  readonly accounts: readonly string[];
  readonly principal: Principal;
  /** Keys in the form that their owners see. */
  readonly keys: { readonly account: string; readonly store: string; readonly revoked: string };
  /** Has a unique property, every type, and more properties than there are columns. */
  readonly wideStore: string;
  /** Has records without a unique property, in the order in which they were added. */
  readonly plainStore: string;
  readonly deletedStore: string;
  /** Has a `recordTtl`; the older half of its records has expired. */
  readonly expiringStore: string;
  /** Has a deleted property whose values are not cleared yet. */
  readonly freedStore: string;
}

export async function fillSample(storage: Storage, plainRecords = 450): Promise<Sample> {
  let now = Date.now() - 2 * DAY;
  const webhookSender = { refuse: () => null, send: () => Promise.reject(new Error('Nothing is sent.')) };
  const vitrine = await createVitrine({ storage, clock: () => now++, webhookSender });
  const first = await vitrine.accounts.create('Zoë’s \u0001 shop');
  const second = await vitrine.accounts.create('Another');
  const me = accountPrincipal(first.id);
  const other = accountPrincipal(second.id);

  const wide = await vitrine.stores.create(me, {
    name: 'Wide “ÄÖ”',
    description: "it's; drop table stores",
    properties: [
      { name: 'key', type: 'string', unique: true, description: 'the key' },
      { name: 'at', type: 'datetime' },
      { name: 'on', type: 'boolean' },
      { name: 'price', type: 'number', format: { style: 'currency', currency: 'EUR' } },
      ...Array.from({ length: 32 }, (_, i) => ({ name: `text ${i}`, type: 'string' }) as const),
      ...Array.from({ length: 32 }, (_, i) => ({ name: `number ${i}`, type: 'number' }) as const),
    ],
  });
  const texts = bigList.filter(isStorable);
  const hostile = texts.map((text, i) => ({
    key: `row ${i}`,
    at: new Date(now - i * 1_000).toISOString(),
    on: i % 2 === 0,
    'text 0': text,
    'text 31': text,
    'number 0': i / 7,
    'number 31': -i * 1e-9,
  }));
  for (let i = 0; i < hostile.length; i += 100) {
    await vitrine.records.batchUpsert(me, wide.id, { records: hostile.slice(i, i + 100) });
  }
  // The update is later than the creation and after newer records, so that plain inserts would give another order and
  // times.
  await vitrine.records.batchUpsert(me, wide.id, { records: [{ key: 'row 3', 'number 5': 5 }] });

  const view = { name: 'it’s “ä”', kind: 'records', query: { q: 'ö' }, display: { columns: [] } } as const;
  await vitrine.views.create(me, wide.id, view);
  await vitrine.views.create(me, wide.id, { ...view, kind: 'chart' });

  const plain = await vitrine.stores.create(me, {
    name: 'Plain',
    properties: [{ name: 'n', type: 'number' }],
  });
  for (let i = 0; i < plainRecords; i += 100) {
    const records = Array.from({ length: Math.min(100, plainRecords - i) }, (_, j) => ({ n: i + j }));
    await vitrine.records.batchUpsert(me, plain.id, { records });
  }

  const deleted = await vitrine.stores.create(me, {
    name: 'Deleted',
    properties: [{ name: 'n', type: 'number' }],
  });
  await vitrine.records.add(me, deleted.id, { n: 1 });
  await vitrine.stores.delete(me, deleted.id);

  const freed = await vitrine.stores.create(other, {
    name: 'Freed',
    properties: [
      { name: 'a', type: 'string' },
      { name: 'b', type: 'string' },
      { name: 'c', type: 'string' },
    ],
  });
  await vitrine.records.add(other, freed.id, { a: 'A', b: 'to be cleared', c: 'C' });
  await vitrine.stores.deleteProperty(other, freed.id, 'b');

  const expiring = await vitrine.stores.create(other, {
    name: 'Expiring',
    recordTtl: (1.5 * DAY) / 1_000,
    properties: [{ name: 'n', type: 'number' }],
  });
  for (let n = 0; n < 10; n++) {
    if (n === 5) now += DAY;
    await vitrine.records.add(other, expiring.id, { n });
  }

  await fillImages(storage, first.id, now++);
  await fillImages(storage, second.id, now++);
  await fillMaps(vitrine, storage, me, now++);

  const hook = { url: 'https://receiver.example/“ä”', events: ['*' as const], headers: { 'X-Token': 'a b' } };
  const webhook = await vitrine.webhooks.create(me, hook);
  await vitrine.webhooks.rotateSecret(me, webhook.id);
  await vitrine.webhooks.create(other, { ...hook, storeIds: [freed.id], payload: 'full' });

  const account = await vitrine.apiKeys.create(me, { name: 'one' });
  const revoked = await vitrine.apiKeys.create(me, { name: 'two' });
  const store = await vitrine.apiKeys.create(me, {
    name: 'three',
    storeId: wide.id,
    readOnly: true,
    expiresAt: '2999-01-01T00:00:00Z',
  });
  await vitrine.accounts.changeLimits(second.id, { records: 1_000_000, keys: 7 });
  await vitrine.apiKeys.revoke(me, revoked.keyId);

  return {
    vitrine,
    accounts: [first.id, second.id],
    principal: me,
    keys: { account: account.key, store: store.key, revoked: revoked.key },
    wideStore: wide.id,
    plainStore: plain.id,
    deletedStore: deleted.id,
    expiringStore: expiring.id,
    freedStore: freed.id,
  };
}

/** Returns everything alive in a storage in its order, without the values that a storage assigns itself. */
export async function contentsOf(storage: Storage, now = Date.now()) {
  const accounts = await storage.accounts.list();
  const page = { before: null, limit: 1_000 };
  const contents = [];
  for (const account of accounts) {
    const keys = (await storage.apiKeys.list(account.id, page)).rows.map(({ seq: _, ...key }) => key);
    const stores = [];
    for (const store of (await storage.stores.list(account.id, { nameContains: null, ...page })).rows) {
      const { seq: _s, version: _v, freedSlots: _f, ...kept } = store;
      const records = (await recordsOf(storage, store, now)).map(({ seq: _, ...row }) => row);
      const views = (await storage.views.list(store, { kind: null, ...page })).rows.map(
        ({ seq: _, ...row }) => row,
      );
      stores.push({ ...kept, records, views });
    }
    const images = await imageContentsOf(storage, account.id, now);
    const webhooks = (await storage.webhooks.list(account.id, page)).rows.map(({ seq: _, ...row }) => row);
    const maps = await mapContentsOf(storage, account.id);
    contents.push({ account, keys, stores, ...images, maps, webhooks });
  }
  return { secret: await storage.settings.get('secret'), contents };
}

/** Returns the live records of a store, newest first. */
export async function recordsOf(
  storage: Storage,
  store: StoreRow,
  now: number,
): Promise<readonly RecordRow[]> {
  const query = {
    where: { all: [] },
    order: { column: 'seq', direction: 'desc' },
    after: null,
    limit: 1_000_000,
  } as const;
  return (await storage.records.find(store, query, now)).rows;
}
