import {
  type CopyProgress,
  copyStorage,
  createVitrine,
  UnavailableError,
  ValidationError,
} from '@vitrine/core';
import { afterAll, describe, expect, test } from 'vitest';
import { contentsOf, fillSample, recordsOf } from './sample.ts';
import { SAMPLE_IMAGES } from './sample-images.ts';
import { type Kind, Storages } from './storages.ts';

const storages = new Storages();
afterAll(() => storages.close());

const pairs: readonly [Kind, Kind][] = [
  ['memory', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
];

test.each(pairs)(
  'copies every live row from %s to %s, with equal values and in the same order',
  async (a, b) => {
    const [from, to] = [await storages.open(a), await storages.open(b)];
    const sample = await fillSample(from);
    const report = await copyStorage(from, to);

    const original = await contentsOf(from);
    expect(await contentsOf(to)).toEqual(original);
    const records = original.contents.flatMap(({ stores }) => stores).flatMap((store) => store.records);
    expect(report).toEqual({
      accounts: 2,
      apiKeys: 2,
      stores: 4,
      records: records.length,
      images: 2 * SAMPLE_IMAGES.images,
      fonts: 2 * SAMPLE_IMAGES.fonts,
      drafts: 2 * SAMPLE_IMAGES.drafts,
      maps: 2,
      locations: 29,
      views: 2,
      webhooks: 2,
    });
    expect(original.contents.flatMap(({ stores }) => stores.map(({ name }) => name))).not.toContain(
      'Deleted',
    );

    const copy = await createVitrine({ storage: to });
    expect(await copy.identity.authenticate(sample.keys.account)).toEqual(
      await sample.vitrine.identity.authenticate(sample.keys.account),
    );
    expect(await copy.identity.authenticate(sample.keys.store)).toMatchObject({
      storeId: sample.wideStore,
      key: { readOnly: true, expiresAt: Date.UTC(2999, 0, 1) },
    });
    expect((await copy.accounts.list()).map(({ limits }) => limits)).toEqual([
      {},
      { records: 1_000_000, keys: 7 },
    ]);
    await expect(copy.identity.authenticate(sample.keys.revoked)).rejects.toThrow('valid API key');

    const search = { filters: [{ field: 'text 31', op: 'contains', value: 'ÅÍÎÏ' }], limit: 100 };
    const found = await sample.vitrine.records.search(sample.principal, sample.wideStore, search);
    expect(found.items.length).toBeGreaterThan(0);
    expect(await copy.records.search(sample.principal, sample.wideStore, search)).toEqual(found);
  },
);

describe('a copy', () => {
  test('assigns the next numbers after the copied ones', async () => {
    const { from, to, sample } = await copied();
    const copy = await createVitrine({ storage: to });
    const store = await copy.stores.create(sample.principal, {
      name: 'newest',
      properties: [{ name: 'n', type: 'number' }],
    });
    expect((await copy.stores.list(sample.principal)).items[0]?.id).toBe(store.id);
    const key = await copy.apiKeys.create(sample.principal, { name: 'newest' });
    expect((await copy.apiKeys.list(sample.principal)).items[0]?.keyId).toBe(key.keyId);
    const { id } = await copy.records.add(sample.principal, sample.plainStore, { n: -1 });
    expect((await copy.records.list(sample.principal, sample.plainStore)).items[0]?.id).toBe(id);
    expect((await from.accounts.list()).map((account) => account.id)).toEqual(sample.accounts);
    const [accountId = ''] = sample.accounts;
    const [image] = (await from.images.list(accountId, EVERY_IMAGE)).rows;
    const [font] = await from.fonts.list(accountId);
    if (image === undefined || font === undefined) throw new Error('the sample has both');
    const inserted = await to.images.insert({ ...image, publicId: 'newest-image', uses: [] });
    expect(inserted.id).toBe(image.id + 1);
    // The font after this one was deleted; its number is not used again.
    expect((await to.fonts.insert({ ...font, blob: font.sample })).id).toBe(font.id + 2);
  });

  test('rejects cursors of the source, whose numbers differ, and accepts its own', async () => {
    const { to, sample } = await copied();
    const copy = await createVitrine({ storage: to });
    const before = await sample.vitrine.records.list(sample.principal, sample.plainStore, { limit: 10 });
    const list = (cursor: string | undefined) =>
      copy.records.list(sample.principal, sample.plainStore, { limit: 10, ...(cursor && { cursor }) });
    await expect(list(before.cursor)).rejects.toThrow(ValidationError);
    const page = await list(undefined);
    expect(page.items).toEqual(before.items);
    expect((await list(page.cursor)).items).toHaveLength(10);
    // Servers with the same given secret accept each other's cursors, but not those of the source.
    const given = { secret: 'given by the operator' };
    const [one, another] = [
      await createVitrine({ storage: to, ...given }),
      await createVitrine({ storage: to, ...given }),
    ];
    const { cursor = '' } = await one.records.list(sample.principal, sample.plainStore, { limit: 10 });
    const next = await another.records.list(sample.principal, sample.plainStore, { cursor });
    expect(next.items.length).toBeGreaterThan(0);
  });

  test('omits expired records and values of deleted properties, and purges records that expire later', async () => {
    const { to, sample } = await copied();
    const [, other = ''] = sample.accounts;
    const expiring = await to.stores.get(other, sample.expiringStore);
    const freed = await to.stores.get(other, sample.freedStore);
    if (expiring === null || freed === null) throw new Error('a store is missing');
    // Read at a time when nothing had expired.
    expect(await recordsOf(to, expiring, 0)).toHaveLength(5);
    expect(freed.freedSlots).toEqual([]);
    const everySlot = {
      ...freed,
      properties: freed.properties.map((property, i) => ({ ...property, slot: `t${i}` as const })),
    };
    const [row] = await recordsOf(to, everySlot, Date.now());
    expect(row?.values).toEqual(['A', null]);

    const later = Date.now() + 10 * 86_400_000;
    const copy = await createVitrine({ storage: to, clock: () => later });
    await copy.runDueJobs();
    expect(await recordsOf(to, expiring, 0)).toHaveLength(0);
  });

  test('reports its progress', async () => {
    const [from, to] = [await storages.open('memory'), await storages.open('memory')];
    await fillSample(from);
    const seen: CopyProgress[] = [];
    const { records } = await copyStorage(from, to, { onProgress: (progress) => seen.push(progress) });
    for (const phase of ['copying', 'comparing'] as const) {
      const counts = seen.filter((progress) => progress.phase === phase);
      expect(counts.at(-1)).toEqual({ phase, records, total: records });
      expect(counts.map((progress) => progress.records)).toEqual(
        counts.map((progress) => progress.records).sort((a, b) => a - b),
      );
    }
  });
});

test('copies a storage whose count times out', async () => {
  const [from, to] = [await storages.open('memory'), await storages.open('memory')];
  await fillSample(from);
  const count = () => Promise.reject(new UnavailableError('That took too long.'));
  const seen: CopyProgress[] = [];
  await copyStorage({ ...from, records: { ...from.records, count } }, to, {
    onProgress: (progress) => seen.push(progress),
  });
  expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([null]));
  expect(await contentsOf(to)).toEqual(await contentsOf(from));
});

describe('a copy that was stopped', () => {
  test.each(['memory', 'SQLite', 'PostgreSQL'] as const)('continues in %s where it stopped', async (kind) => {
    const [from, to] = [await storages.open('memory'), await storages.open(kind)];
    await fillSample(from);
    for (let round = 0; round < 4; round++) {
      const stop = new AbortController();
      let calls = 0;
      const options = { signal: stop.signal, onProgress: () => ++calls > 3 && stop.abort() };
      await expect(copyStorage(from, to, options)).rejects.toMatchObject({ reason: 'stopped' });
      await expect(createVitrine({ storage: to })).rejects.toThrow('unfinished copy');
      const further = copyStorage(to, await storages.open('memory'));
      await expect(further).rejects.toMatchObject({ reason: 'source_incomplete' });
    }
    await copyStorage(from, to);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
  });

  test("can't be continued from another source, nor after it was completed", async () => {
    const { from, to } = await copied();
    await expect(copyStorage(from, to)).rejects.toMatchObject({ reason: 'already_complete' });
    await expect(copyStorage(await storages.open('memory'), to)).rejects.toMatchObject({
      reason: 'target_in_use',
    });
  });
});

describe('refusals', () => {
  test('leaves a target with data, or with its own secret, unchanged', async () => {
    const from = await storages.open('memory');
    await fillSample(from);
    const used = await storages.open('memory');
    await (await createVitrine({ storage: used })).accounts.create('Mine');
    const before = await contentsOf(used);
    await expect(copyStorage(from, used)).rejects.toMatchObject({ reason: 'target_in_use' });
    expect(await contentsOf(used)).toEqual(before);
    const started = await storages.open('memory');
    await createVitrine({ storage: started });
    await expect(copyStorage(from, started)).rejects.toMatchObject({ reason: 'target_in_use' });
  });

  test('does not copy a database into itself, even an empty one', async () => {
    const storage = await storages.open('memory');
    await expect(copyStorage(storage, storage)).rejects.toMatchObject({ reason: 'same_database' });
  });
});

const EVERY_IMAGE = { nameContains: null, type: null, active: null, before: null, limit: 10 };

async function copied() {
  const [from, to] = [await storages.open('memory'), await storages.open('SQLite')];
  const sample = await fillSample(from);
  await copyStorage(from, to);
  return { from, to, sample };
}
