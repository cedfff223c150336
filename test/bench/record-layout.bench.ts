import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { benchOptions } from './bench-options.ts';
import { jsonText } from './layouts/json-text.ts';
import type { Layout } from './layouts/layout.ts';
import { tablePerStore } from './layouts/table-per-store.ts';
import { clusteredById, clusteredBySeq, keyedBySeq, narrow, withStoreId } from './layouts/typed-slots.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';
import { COLORS, sampleRecord, scatter, skuOf } from './sample-records.ts';

// Shows why the records of all stores are in one table of typed slots, keyed by a number that names the store. Each
// layout has its own file with a store of 100,000 records among three smaller ones, all written in turns. The
// statements run in turns on all files in this process, with the pages in memory.

const { records, quick } = benchOptions();
const LAYOUTS: readonly Layout[] = [
  keyedBySeq,
  withStoreId,
  clusteredBySeq,
  clusteredById,
  jsonText,
  tablePerStore,
  narrow,
];
const STORES = 4;
const MEASURED = 2;
const ROUNDS = quick ? 5 : 15;
/** Repetitions of statements that take less than a millisecond. */
const REPEATED = 50;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-layouts-'));

interface Opened {
  readonly layout: Layout;
  readonly db: Database.Database;
  readonly megabytes: number;
}

function open(layout: Layout, index: number): Opened {
  const file = join(folder, `${index}.db`);
  const db = new Database(file);
  db.pragma('page_size = 8192');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -512000');
  db.exec(layout.tables);
  const stores = Array.from({ length: STORES }, (_, store) => {
    if (layout.storeTables !== undefined) db.exec(layout.storeTables(store));
    return { insert: db.prepare(layout.insert(store)), bound: layout.bindStore(store) };
  });
  let seq = 0;
  // The measured store gets 100 records for every 25 of the others.
  const turn = db.transaction((from: number) => {
    stores.forEach(({ insert, bound }, store) => {
      const share = store === MEASURED ? 100 : 25;
      for (let place = 0; place < share; place++) {
        seq += 1;
        insert.run({ ...bound, ...layout.bindRecord(sampleRecord((from / 100) * share + place), seq) });
      }
    });
  });
  for (let from = 0; from < records; from += 100) turn(from);
  db.pragma('wal_checkpoint(TRUNCATE)');
  return { layout, db, megabytes: statSync(file).size / 2 ** 20 };
}

/** Returns the microseconds of one run. */
type Run = (round: number) => number;

/**
 * Measures processor time, which excludes other work of the machine. `times` must be large enough for the clock's
 * resolution.
 */
function timed(run: () => unknown, times = 1): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const OPERATIONS: Readonly<Record<string, (opened: Opened) => Run>> = {
  get({ layout, db }) {
    const statement = db.prepare(layout.get(MEASURED)).raw();
    const bound = layout.bindStore(MEASURED);
    const GETS = 500;
    return (round) =>
      timed(() => {
        for (let count = 0; count < GETS; count++) {
          statement.get({ ...bound, id: skuOf(scatter(round * GETS + count) % records) });
        }
      }) / GETS;
  },
  insert({ layout, db }) {
    const statement = db.prepare(layout.insert(MEASURED));
    const bound = layout.bindStore(MEASURED);
    const INSERTS = 500;
    return (round) => {
      const rows = Array.from({ length: INSERTS }, (_, place) => {
        const index = round * INSERTS + place;
        return { ...bound, ...layout.bindRecord(sampleRecord(index, 'NEW'), 10 * records + index) };
      });
      const insertAll = db.transaction(() => {
        for (const row of rows) statement.run(row);
      });
      return timed(insertAll) / INSERTS;
    };
  },
  'list, first page'({ layout, db }) {
    const statement = db.prepare(`${layout.select(MEASURED)}${layout.newestFirst} LIMIT 51`).raw();
    return () => timed(() => statement.all(layout.bindStore(MEASURED)), REPEATED);
  },
  'search eq, selective': search(
    ({ columns }) => `${columns.name} = @value`,
    (round) => sampleRecord(scatter(round) % records).name,
  ),
  'search eq, unselective': search(
    ({ columns }) => `${columns.color} = @value`,
    (round) => COLORS[round % COLORS.length] ?? '',
    REPEATED,
  ),
  'count contains': one(
    'count(*)',
    ({ foldedName }) => `instr(${foldedName}, @value) > 0`,
    () => 'zephyr',
  ),
  'sum over a range': one(
    'sum(PRICE)',
    ({ columns }) => `${columns.stock} >= @value AND ${columns.stock} < @value + 400`,
    (round) => 100 + round,
  ),
};

function search(
  where: (layout: Layout) => string,
  value: (round: number) => string,
  times = 1,
): (opened: Opened) => Run {
  return ({ layout, db }) => {
    const sql = `${layout.select(MEASURED)} AND ${where(layout)}${layout.newestFirst} LIMIT 101`;
    const statement = db.prepare(sql).raw();
    return (round) =>
      timed(() => statement.all({ ...layout.bindStore(MEASURED), value: value(round) }), times);
  };
}

function one(
  what: string,
  where: (layout: Layout) => string,
  value: (round: number) => string | number,
): (opened: Opened) => Run {
  return ({ layout, db }) => {
    const sql = `${layout.select(MEASURED, what.replace('PRICE', layout.columns.price))} AND ${where(layout)}`;
    const statement = db.prepare(sql).pluck();
    return (round) => timed(() => statement.get({ ...layout.bindStore(MEASURED), value: value(round) }));
  };
}

try {
  const opened = LAYOUTS.map(open);
  const rows = Object.entries(OPERATIONS).map(([name, prepare]) => {
    const runs = opened.map((each) => ({ run: prepare(each), seen: [] as number[] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { run, seen } of runs) seen.push(run(round));
    }
    return [`${name}, µs`, ...runs.map(({ seen }) => formatMicros(median(seen)))];
  });
  printTable(
    ['', ...LAYOUTS.map(({ name }) => name)],
    [...rows, ['file, MB', ...opened.map(({ megabytes }) => megabytes.toFixed(0))]],
  );
  for (const { db } of opened) db.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function formatMicros(micros: number): string {
  return micros < 100 ? micros.toFixed(1) : Math.round(micros).toLocaleString('en');
}
