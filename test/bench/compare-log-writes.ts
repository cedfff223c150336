import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage, StoreChange } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { perSecond, rateOf, ratioOf, runInTurns, type Slice } from './comparison.ts';
import { Load } from './load/load.ts';
import { OPERATIONS } from './operations.ts';
import { printTable, verdict } from './result-table.ts';
import { seed } from './seed.ts';
import { buildOurs, type Served, startOurs } from './served.ts';
import { type Side, sideOf } from './side.ts';

/** The share of the writes of a store without a log. History has no target. */
const TARGET = 0.85;
const SEEDS_IN_FLIGHT = 8;

/** What the store of each side asks for. */
const ASKED: Readonly<Record<'none' | 'log' | 'history', StoreChange>> = {
  none: {},
  log: { changes: true },
  history: { history: 3_600 },
};
type SideName = keyof typeof ASKED;

const { connections: given, only, quick, records, slice, slices } = benchOptions();
const CONNECTIONS = given ?? (quick ? [32] : [1, 32]);
const operations = OPERATIONS.filter(({ name }) => /^(insert|patch|batch)/.test(name)).filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);

function openStorage(database: DatabaseName, { url }: Place): Storage {
  return database === 'sqlite'
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url });
}

/** Changes the only store of a database. */
async function change(database: DatabaseName, place: Place, asked: StoreChange): Promise<void> {
  const storage = openStorage(database, place);
  const [account] = await storage.accounts.list();
  if (account === undefined) throw new Error('no account');
  const page = { nameContains: null, before: null, limit: 1 };
  const [store] = (await storage.stores.list(account.id, page)).rows;
  if (store === undefined) throw new Error('no store');
  await storage.stores.update(store, asked, Date.now());
  await storage.close();
}

function cpuOfRequest({ requests, cpuSeconds, databaseCpuSeconds }: Slice): number {
  return (cpuSeconds + databaseCpuSeconds) / requests;
}

/** Compares writes to a store with a log, and with a history, with those to a store that has neither, in turns. */
export async function compareLogWrites(database: DatabaseName): Promise<void> {
  buildOurs();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-writes-'));
  const places: Place[] = [];
  const running: Served[] = [];
  const load = new Load();

  async function open(name: SideName): Promise<Side> {
    const place = await openPlace(database, folder, name);
    places.push(place);
    const created = await startOurs({ place }, null);
    await seed(created, records, 'SKU', 0, SEEDS_IN_FLIGHT);
    await created.stop();
    if (name !== 'none') await change(database, place, ASKED[name]);
    await place.settle();
    const served = await startOurs({ place }, created.path);
    running.push(served);
    return sideOf(served);
  }

  const rows: string[][] = [];
  try {
    const sides = [await open('none'), await open('log'), await open('history')];
    for (const operation of operations) {
      for (const connections of CONNECTIONS) {
        const plan = { operation, records, connections, most: Number.MAX_SAFE_INTEGER, seconds: slice };
        const [plain = [], logged = [], kept = []] = await runInTurns(load, sides, plan, slices);
        process.stderr.write('.');
        const ratio = ratioOf(logged, plain, perSecond);
        rows.push([
          operation.name,
          String(connections),
          ...[plain, logged, kept].flatMap((side) => {
            const { perSecond: rate, p99 } = rateOf(side);
            return [Math.round(rate).toLocaleString('en'), p99.toFixed(1)];
          }),
          (1 / ratioOf(logged, plain, cpuOfRequest)).toFixed(2),
          ratioOf(kept, plain, perSecond).toFixed(2),
          ratio.toFixed(2),
          String(TARGET),
          verdict(ratio >= TARGET),
        ]);
      }
    }
  } finally {
    load.stop();
    for (const served of running) await served.stop();
    for (const place of places) await place.stop();
    rmSync(folder, { recursive: true, force: true });
    const side = (name: string) => [`${name} req/s`, 'p99 ms'];
    console.log(`\n${database}, ${records.toLocaleString('en')} records\n`);
    printTable(
      [
        ...['operation', 'conns', ...side('none'), ...side('log'), ...side('history')],
        ...['CPU ratio', 'history ratio', 'ratio', 'target', ''],
      ],
      rows,
    );
  }
}
