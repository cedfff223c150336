import {
  type AddLocationRequest,
  type Client,
  ConnectionError,
  type LocationResponse,
} from '@vitrine/client';
import { expect, test, vi } from 'vitest';
import { problemOf } from './location-problem.ts';
import { beginImport, importLocations, type LocationProgress } from './location-run.ts';

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
  const fields = [{ name: 'rooms', type: 'number' as const }];
  const read = rows.map((location) => ({ location, problem: problemOf(location, fields) }));
  await importLocations(map.client, 1, [...read.entries()], {
    isTrial,
    before: beginImport(rows.length),
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

test('a row that is sent again replaces its refusal; what an error has kept from being sent stays refused', async () => {
  const map = openMap();
  const rows = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd', address: 'x' }];
  const before = await run(map, rows, false);
  expect(before).toMatchObject({ all: 4, done: 4, created: 1, refused: 3 });
  map.client.locations.add = async (_, row) => {
    if (row.name === 'c') throw new Error('gone');
    return {} as LocationResponse;
  };
  let latest = before ?? beginImport(0);
  const sent = [0, 2].map((at) => [at, { location: { ...rows[at], address: 'x' }, problem: null }] as const);
  const sending = importLocations(map.client, 1, sent, {
    isTrial: false,
    before: latest,
    signal: new AbortController().signal,
    onProgress(progress) {
      latest = progress;
    },
  });
  await expect(sending).rejects.toThrow('gone');
  expect(latest).toMatchObject({ all: 4, done: 3, created: 2, refused: 2 });
  expect(latest.refusals.map(({ at }) => at)).toEqual([1, 2]);
});

test('a row that is sent again after a stopped import does not count those that were never sent', async () => {
  const before = { ...beginImport(9), done: 3, created: 2, refused: 1, refusals: [{ at: 1, message: 'x' }] };
  let latest: LocationProgress = before;
  await importLocations(openMap().client, 1, [[1, { location: { address: 'x' }, problem: null }]], {
    isTrial: false,
    before,
    signal: new AbortController().signal,
    onProgress(progress) {
      latest = progress;
    },
  });
  expect(latest).toMatchObject({ all: 9, done: 3, created: 3, refused: 0 });
});

test('a row that the server has not answered is sent again under the same key, until the import is stopped', async () => {
  vi.useFakeTimers();
  try {
    const map = openMap();
    const keys: (string | undefined)[] = [];
    let failures = 2;
    map.client.locations.add = async (_, _row, options) => {
      keys.push(options?.idempotencyKey);
      if (failures-- > 0) throw new ConnectionError('network', 'No answer.');
      return {} as LocationResponse;
    };
    const running = run(map, [{ address: 'x' }, { address: 'y' }], false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await running).toMatchObject({ done: 2, created: 2 });
    expect([keys.length, new Set(keys).size]).toEqual([4, 2]);

    failures = Number.POSITIVE_INFINITY;
    const stopping = new AbortController();
    const stopped = importLocations(map.client, 1, [[0, { location: { address: 'x' }, problem: null }]], {
      ...{ isTrial: false, before: beginImport(1), signal: stopping.signal },
      onProgress: () => expect.unreachable(),
    });
    stopping.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});
