import { expect, test } from 'vitest';
import { memoryStorage } from '../storage/memory/index.ts';
import { compareStorages } from './compare.ts';
import { countsOfCopy } from './copied-facets.ts';

test('a comparison counts each kind that the facets name, and no other', async () => {
  const counts = countsOfCopy();
  expect(counts).toEqual({
    accounts: 0,
    apiKeys: 0,
    stores: 0,
    views: 0,
    records: 0,
    images: 0,
    fonts: 0,
    drafts: 0,
    maps: 0,
    locations: 0,
    webhooks: 0,
  });
  const [from, to] = [memoryStorage(), memoryStorage()];
  expect(await compareStorages({ from, to, now: 0, onRecords: () => {} })).toEqual(counts);
});
