import { bandAround, distanceMiles, nearest, type Point } from '@vitrine/core/adapter';
import type { LocationRow, Storage } from '@vitrine/core/storage';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import { seeded } from '../seeded.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';

// Compares the cost of finding locations around a point: our index on latitudes with the engine's haversine, an R*Tree
// of SQLite with exact distances in JavaScript, and a loop over all locations in JavaScript. All run in turns in this
// process, each on a database in memory. Prints medians of processor time.

const { quick } = benchOptions();
const COUNT = quick ? 20_000 : 100_000;
const ROUNDS = quick ? 5 : 15;
const RADII = [10, 50, 250, 12_450];
const LIMIT = 100;
const PAGE = 1_000;

const next = seeded(42);
/** Returns a point in the approximate area of the United States without Alaska. */
const somewhere = (): Point => ({ lat: 25 + next() * 24, lng: -124 + next() * 57 });

const map = { accountId: 'a', id: 1 };
const rows: (LocationRow & Point)[] = Array.from({ length: COUNT }, (_, i) => ({
  ...somewhere(),
  ...map,
  id: `01900000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`,
  mapId: map.id,
  uniqueId: `shop ${i}`,
  name: `Shop ${i}`,
  address: `${i} Main Street, Springfield`,
  status: 'manual',
  precision: null,
  error: null,
  confidence: null,
  matched: null,
  fields: {},
  seq: i + 1,
  createdAt: i,
  updatedAt: i,
}));

type Search = (center: Point, radiusMiles: number) => Promise<readonly string[]>;

async function ours(): Promise<Search> {
  const storage: Storage = sqliteStorage({ path: ':memory:' });
  await storage.migrate();
  await storage.maps.insert({
    accountId: map.accountId,
    name: 'Shops',
    searchRadius: 50,
    maxResults: LIMIT,
    unit: 'mi',
    fields: [],
    createdAt: 0,
    updatedAt: 0,
  });
  for (let start = 0; start < COUNT; start += PAGE) {
    await storage.locations.restore(map, rows.slice(start, start + PAGE), 0);
  }
  return async (center, radiusMiles) => {
    const found = await storage.locations.near(map, { center, radiusMiles, after: null, limit: LIMIT });
    return found.rows.map(({ id }) => id);
  };
}

/** Finds candidates by boxes of 32-bit floats, then reads rows and computes distances. */
function rTree(): Search {
  const db = new Database(':memory:');
  db.exec('CREATE VIRTUAL TABLE places USING rtree(key, south, north, west, east)');
  db.exec('CREATE TABLE locations (key INTEGER PRIMARY KEY, id TEXT, lat REAL, lng REAL) STRICT');
  const place = db.prepare('INSERT INTO places VALUES (?, ?, ?, ?, ?)');
  const location = db.prepare('INSERT INTO locations VALUES (?, ?, ?, ?)');
  db.transaction(() => {
    rows.forEach(({ id, lat, lng }, key) => {
      place.run(key, lat, lat, lng, lng);
      location.run(key, id, lat, lng);
    });
  })();
  const inBox = db.prepare(
    'SELECT id, lat, lng FROM places JOIN locations USING (key) WHERE south <= ? AND north >= ? AND west <= ? AND east >= ?',
  );
  return async (center, radiusMiles) => {
    const { south, north, spans } = bandAround(center, radiusMiles);
    const candidates = spans.flatMap(
      ([west, east]) => inBox.all(north, south, east, west) as ({ id: string } & Point)[],
    );
    const found = nearest(candidates, { center, radiusMiles, after: null, limit: LIMIT });
    return found.slice(0, LIMIT).map(({ id }) => id);
  };
}

function bruteForce(): Search {
  return async (center, radiusMiles) => {
    const found: { id: string; distance: number }[] = [];
    for (const row of rows) {
      const distance = distanceMiles(center, row);
      if (distance <= radiusMiles) found.push({ id: row.id, distance });
    }
    found.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
    return found.slice(0, LIMIT).map(({ id }) => id);
  };
}

const searches: readonly (readonly [string, Search])[] = [
  ['ours', await ours()],
  ['R*Tree', rTree()],
  ['loop', bruteForce()],
];

/** Returns milliseconds of processor time. */
async function cost(search: Search, center: Point, radiusMiles: number): Promise<number> {
  const times = radiusMiles <= 50 ? 10 : 2;
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await search(center, radiusMiles);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

const table: string[][] = [];
for (const radiusMiles of RADII) {
  const costs = searches.map((): number[] => []);
  let hits = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const center = somewhere();
    const answers = await Promise.all(searches.map(([, search]) => search(center, radiusMiles)));
    if (new Set(answers.map((ids) => ids.join())).size !== 1) throw new Error('the searches disagree');
    hits += rows.filter((row) => distanceMiles(center, row) <= radiusMiles).length / ROUNDS;
    for (const [i, [, search]] of searches.entries()) {
      costs[i]?.push(await cost(search, center, radiusMiles));
    }
  }
  const [own = 0, tree = 0, loop = 0] = costs.map((each) => median(each));
  table.push([
    `${radiusMiles} miles`,
    Math.round(hits).toLocaleString('en-US'),
    own.toFixed(2),
    tree.toFixed(2),
    loop.toFixed(2),
    (tree / own).toFixed(2),
    (loop / own).toFixed(2),
  ]);
}
printTable(['radius', 'within', 'ours, ms', 'R*Tree, ms', 'loop, ms', 'R*Tree / ours', 'loop / ours'], table);
