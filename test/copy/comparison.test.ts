import { copyStorage, createVitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { afterAll, describe, expect, test } from 'vitest';
import { fillSample } from './sample.ts';
import { Storages } from './storages.ts';

const storages = new Storages();
afterAll(() => storages.close());

describe('the comparison', () => {
  const tampering: [string, (storage: Storage) => Storage][] = [
    [
      'a value',
      (to) => restoring(to, (row) => ({ ...row, values: row.values.map((v) => (v === 7 ? 8 : v)) })),
    ],
    ['a time', (to) => restoring(to, (row) => ({ ...row, updatedAt: row.updatedAt + 1 }))],
    ['an id', (to) => restoring(to, (row) => ({ ...row, id: `${row.id} ` }))],
    [
      'the order',
      (to) => ({
        ...to,
        records: { ...to.records, restore: (store, rows) => to.records.restore(store, rows.toReversed()) },
      }),
    ],
    [
      'a missing record',
      (to) => ({
        ...to,
        records: { ...to.records, restore: (store, rows) => to.records.restore(store, rows.slice(1)) },
      }),
    ],
    [
      "a store's description",
      (to) => ({
        ...to,
        stores: {
          ...to.stores,
          insert: (store, jobs) => to.stores.insert({ ...store, description: 'x' }, jobs),
        },
      }),
    ],
    [
      "a key's hash",
      (to) => ({
        ...to,
        apiKeys: {
          ...to.apiKeys,
          insert: (key) => to.apiKeys.insert({ ...key, hash: key.hash.toUpperCase() }),
        },
      }),
    ],
  ];

  const wrongBytes = Buffer.from('other bytes');
  tampering.push(
    [
      'the bytes of a picture',
      (to) => ({ ...to, blobs: { ...to.blobs, put: (hash, _, now) => to.blobs.put(hash, wrongBytes, now) } }),
    ],
    [
      'a use',
      (to) => ({
        ...to,
        images: {
          ...to.images,
          restore: (image) => to.images.restore({ ...image, uses: image.uses.slice(1) }),
        },
      }),
    ],
    [
      "a timer's target",
      (to) => ({
        ...to,
        images: {
          ...to.images,
          restore: (image) =>
            to.images.restore({
              ...image,
              timer: image.timer && { ...image.timer, target: { ...image.timer.target, instant: 0 } },
            }),
        },
      }),
    ],
    [
      'a missing image',
      (to) => ({
        ...to,
        images: {
          ...to.images,
          restore: async (image) => image.id !== 3 && (await to.images.restore(image)),
        },
      }),
    ],
    [
      "a font's number",
      (to) => ({
        ...to,
        fonts: { ...to.fonts, restore: (font) => to.fonts.restore({ ...font, id: font.id + 1 }) },
      }),
    ],
    [
      "a draft's revision",
      (to) => ({
        ...to,
        drafts: {
          ...to.drafts,
          restore: (frame) => to.drafts.restore({ ...frame, revision: 9 }),
        },
      }),
    ],
    [
      'a number that was not raised',
      (to) => ({ ...to, accountNumbers: { ...to.accountNumbers, raise: async () => undefined } }),
    ],
  );

  test.each(tampering)('detects that %s differs, and leaves the copy unfinished', async (_, tamper) => {
    const [from, to] = [await storages.open('SQLite'), await storages.open('SQLite')];
    await fillSample(from);
    await expect(copyStorage(from, tamper(to))).rejects.toMatchObject({ reason: 'differs' });
    await expect(createVitrine({ storage: to })).rejects.toThrow('unfinished copy');
  });

  test('detects writes to the source during the copy', async () => {
    const [from, to] = [await storages.open('memory'), await storages.open('memory')];
    const { vitrine, principal, wideStore } = await fillSample(from);
    let written: Promise<unknown> | null = null;
    const busy: Storage = {
      ...to,
      records: {
        ...to.records,
        async restore(store, rows) {
          const restored = await to.records.restore(store, rows);
          written ??= vitrine.records.batchUpsert(principal, wideStore, {
            records: [{ key: 'row 1', 'number 9': 9 }],
          });
          await written;
          return restored;
        },
      },
    };
    const copying = copyStorage(from, busy);
    await expect(copying).rejects.toMatchObject({ reason: 'differs' });
    await expect(copying).rejects.toThrow(/records of store \w+ differ .*Stop every server on both/s);
  });
});

type Restored = Parameters<Storage['records']['restore']>[1][number];

function restoring(to: Storage, change: (row: Restored) => Restored): Storage {
  return {
    ...to,
    records: { ...to.records, restore: (store, rows) => to.records.restore(store, rows.map(change)) },
  };
}
