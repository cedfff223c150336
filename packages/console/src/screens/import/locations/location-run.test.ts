import type { AddLocationRequest, Client, LocationResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { importLocations, type LocationProgress } from './location-run.ts';

/** A map with its locations, which counts what is written. */
function openMap(...existing: Partial<LocationResponse>[]) {
  const locations = existing.map((each, id) => ({ id: String(id), fields: {}, ...each }));
  const written: string[] = [];
  const client = {
    locations: {
      search: (_: number, { uniqueId }: { uniqueId: string }) => ({
        first: async () => locations.find((each) => each.uniqueId === uniqueId),
      }),
      async add(_: number, row: AddLocationRequest) {
        written.push(`add ${row.uniqueId}`);
        locations.push({ id: 'new', fields: {}, ...row } as (typeof locations)[number]);
      },
      async update(_: number, id: string) {
        written.push(`update ${id}`);
      },
    },
  } as unknown as Client;
  return { client, written };
}

async function run(map: ReturnType<typeof openMap>, rows: readonly AddLocationRequest[], isTrial: boolean) {
  let latest: LocationProgress | null = null;
  await importLocations(map.client, 1, rows, {
    isTrial,
    fields: [{ name: 'rooms', type: 'number' }],
    signal: new AbortController().signal,
    onProgress(progress) {
      latest = progress;
    },
  });
  return latest as LocationProgress | null;
}

const KNOWN = { uniqueId: 'a', name: 'Old', address: 'Graben 1', lat: 48, lng: 16, fields: { rooms: 2 } };
const ROWS: readonly AddLocationRequest[] = [
  { uniqueId: 'a', name: 'New', address: 'Graben 1', fields: { rooms: 3 } },
  { uniqueId: 'b', address: 'Graben 2' },
  { uniqueId: 'b', address: 'Graben 3' },
  { uniqueId: 'c', name: 'Nowhere' },
  { uniqueId: 'd', lat: 95, lng: 0 },
  { uniqueId: 'e', address: 'x', fields: { rooms: 'many' } },
];

test('a try writes nothing and says what an import would do', async () => {
  const map = openMap(KNOWN);
  const progress = await run(map, ROWS, true);
  expect(map.written).toEqual([]);
  expect(progress).toMatchObject({ done: 6, created: 1, updated: 2, unchanged: 0, refused: 3 });
  expect(progress?.changes[0]).toEqual({
    ...{ row: 1, id: 'a' },
    changes: { name: { from: 'Old', to: 'New' }, rooms: { from: 2, to: 3 } },
  });
  expect(progress?.refusals.map(({ at, message }) => [at, message])).toEqual([
    [3, 'An address or coordinates are needed.'],
    [4, 'The latitude is no number of degrees from -90 to 90.'],
    [5, '“rooms” is no number.'],
  ]);
});

test('counts every row where several are sent at once', async () => {
  const map = openMap();
  const rows = Array.from({ length: 40 }, (_, n) => ({
    uniqueId: `k${n}`,
    ...(n % 4 ? { address: 'x' } : {}),
  }));
  expect(await run(map, rows, false)).toMatchObject({ done: 40, created: 30, refused: 10 });
});

test('an import writes the rows in their order where a key repeats, and leaves what is equal', async () => {
  const map = openMap(KNOWN);
  const rows = [{ uniqueId: 'a', address: 'Graben 1', fields: { rooms: 2 } }, ...ROWS.slice(1, 3)];
  const progress = await run(map, rows, false);
  expect(map.written).toEqual(['add b', 'update new']);
  expect(progress).toMatchObject({ created: 1, updated: 1, unchanged: 1, refused: 0 });
});
