import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseName, openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { type Rate, rateOf, runSlice } from './comparison.ts';
import { Load } from './load/load.ts';
import { listPage, OPERATIONS, type Operation } from './operations.ts';
import { printTable } from './result-table.ts';
import { seed } from './seed.ts';
import { buildOurs, createStore, type Served, startOurs } from './served.ts';
import { provide, type Side, sideOf, walk } from './side.ts';

// Measures how the cost of each operation grows with the store: one server, stores of several sizes in its database,
// one connection that sends requests continuously.

const { only, quick, slice } = benchOptions();
const SIZES = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000];
const DATABASES: readonly DatabaseName[] = ['sqlite', 'postgres'];
const DEEP = 'list, page 1,000';
const SLICES = 3;
/** The number of writes, small enough that the store of 1,000 records keeps its size. */
const WRITES = 60;
const WRITING = new Set(['patch', 'insert', 'batch upsert of 100', 'delete']);
const SEEDERS = 4;

const operations = OPERATIONS.filter(
  ({ name }) =>
    name !== 'list by number, page 101' && (only.length === 0 || only.some((word) => name.includes(word))),
);

/** Adds records in no particular order. */
async function fill(served: Served, count: number): Promise<void> {
  const part = count / SEEDERS;
  await Promise.all(Array.from({ length: SEEDERS }, (_, i) => seed(served, part, 'SKU', i * part)));
}

/** Measures the cost of the operation on a store of that many records. */
async function measure(load: Load, side: Side, operation: Operation, records: number): Promise<Rate> {
  if (operation.name === DEEP) {
    await walk(side, { ...operation, walk: { page: listPage('?limit=100'), pages: records / 200 } });
  }
  if (operation.consumes !== undefined) await provide(side, operation, WRITES * (SLICES + 1));
  const most = WRITING.has(operation.name) ? WRITES : Number.MAX_SAFE_INTEGER;
  const plan = { operation, records, connections: 1, most };
  await runSlice(load, side, { ...plan, seconds: slice / 2 });
  const slices = [];
  for (let count = 0; count < SLICES; count++) {
    slices.push(await runSlice(load, side, { ...plan, seconds: slice }));
  }
  return rateOf(slices);
}

async function measureScale(load: Load, database: DatabaseName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-scale-'));
  const place = await openPlace(database, folder, 'scale');
  const server = await startOurs({ place }, null);
  const ratesBySize: Map<string, Rate>[] = [];
  try {
    // The smallest size runs twice, so that it does not measure cold code.
    for (const records of [...SIZES.slice(0, 1), ...SIZES]) {
      const served = { ...server, path: await createStore(server.port) };
      await fill(served, records);
      await place.settle();
      const side = sideOf(served);
      const rates = new Map<string, Rate>();
      for (const operation of operations)
        rates.set(operation.name, await measure(load, side, operation, records));
      ratesBySize.push(rates);
      process.stderr.write('.');
    }
  } finally {
    await server.stop();
    await place.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  process.stderr.write('\n');
  printScale(database, ratesBySize.slice(1));
}

function printScale(database: DatabaseName, ratesBySize: readonly ReadonlyMap<string, Rate>[]): void {
  const heading = SIZES.flatMap((size) => [`${size.toLocaleString('en')}: ms`, 'CPU ms']);
  printTable(
    [`${database}, records`, ...heading],
    operations.map(({ name }) => [
      name === DEEP ? 'list, page in the middle' : name,
      ...ratesBySize.flatMap((rates) => {
        const rate = rates.get(name);
        return rate === undefined
          ? ['', '']
          : [format(rate.p50), format((rate.cpu + rate.databaseCpu) / 1000)];
      }),
    ]),
  );
  console.log('');
}

function format(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(2) : Math.round(milliseconds).toLocaleString('en');
}

buildOurs();
const load = new Load();
try {
  for (const database of DATABASES) await measureScale(load, database);
} finally {
  load.stop();
}
