import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { loadColumns, RECORDS_MIN } from './column-hits.ts';
import { type ColumnQuestion, QUESTIONS } from './column-questions.ts';
import { type Rate, rateOf, runInTurns } from './comparison.ts';
import { type Growth, writeGrowthPlot } from './growth-plot.ts';
import { Load } from './load/load.ts';
import { printTable, verdict } from './result-table.ts';
import { seed } from './seed.ts';
import { buildOurs, INDEXED_FLOOR, type Served, startFloor, startOurs } from './served.ts';
import { type Side, sideOf } from './side.ts';

const { keep, only, plot, quick, records: recordsMax, slice, slices } = benchOptions();
const PLOT_SIZES = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000];
const SIZES = plot ? PLOT_SIZES : [recordsMax];
/** Batches of records that are sent at once, because a million of them one after the other takes minutes. */
const SEEDS_IN_FLIGHT = 8;

const questions = QUESTIONS.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);

interface Opened {
  readonly ours: Side;
  readonly floor: Side;
  readonly indexed: Side;
  close(): Promise<void>;
}

/** Opens and seeds the databases, or those that the folder has. */
async function open(database: DatabaseName, folder: string, records: number): Promise<Opened> {
  const places: Place[] = [];
  const served: Served[] = [];
  const close = async () => {
    for (const one of served) await one.stop();
    for (const place of places) await place.stop();
  };
  /** @param run starts a server on a database with the records under the path, or on a new one. */
  async function start(
    name: string,
    run: (place: Place, path: string | null) => Promise<Served>,
  ): Promise<Side> {
    const place = await openPlace(database, folder, `${name}-${records}`);
    places.push(place);
    const seeded = join(folder, `${name}-${records}.path`);
    const known = existsSync(seeded) ? readFileSync(seeded, 'utf8') : null;
    // An earlier run was ended before it was seeded.
    if (known === null)
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(folder, `${name}-${records}.db${end}`), { force: true });
    const server = await run(place, known);
    served.push(server);
    if (known === null) {
      await seed(server, records, 'SKU', 0, SEEDS_IN_FLIGHT);
      await place.settle();
      writeFileSync(seeded, server.path);
    }
    process.stderr.write('.');
    return sideOf(server);
  }
  try {
    const ours = await start('ours', (place, path) => startOurs({ place }, path));
    const floor = await start('floor', (place, path) => startFloor('floor', { place }, path === null));
    const indexed = await start('indexed', (place, path) =>
      startFloor(INDEXED_FLOOR, { place }, path === null),
    );
    return { ours, floor, indexed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Rates {
  readonly ours: Rate;
  readonly floor: Rate;
  readonly indexed: Rate;
}

interface Measured extends Rates {
  readonly records: number;
  readonly question: ColumnQuestion;
}

async function measure(
  load: Load,
  opened: Opened,
  question: ColumnQuestion,
  records: number,
): Promise<Rates> {
  const operation = { ...question, target: null };
  const plan = { operation, records, connections: 1, seconds: slice, most: Number.MAX_SAFE_INTEGER };
  const isLoaded = await loadColumns(opened.ours.served, question, records);
  if (!isLoaded && records >= RECORDS_MIN) console.error(`\n${question.name}: columns do not answer`);
  const { ours, floor, indexed } = opened;
  const [our = [], theirs = [], withIndexes = []] = await runInTurns(
    load,
    [ours, floor, indexed],
    plan,
    slices,
  );
  process.stderr.write('.');
  return { ours: rateOf(our), floor: rateOf(theirs), indexed: rateOf(withIndexes) };
}

/** Returns the measurements of a size. With `--keep` those of an earlier run are read, not repeated. */
async function measureSize(load: Load, database: DatabaseName, records: number): Promise<Measured[]> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'vitrine-columns-bench-'));
  mkdirSync(folder, { recursive: true });
  const results = join(folder, `results-${records}.json`);
  const known: Record<string, Rates> = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  try {
    if (questions.length === 0 || questions.some(({ name }) => known[name] === undefined)) {
      const opened = await open(database, folder, records);
      try {
        for (const question of questions) {
          known[question.name] ??= await measure(load, opened, question, records);
          writeFileSync(results, JSON.stringify(known));
        }
      } finally {
        await opened.close();
      }
    }
  } finally {
    if (keep === null) rmSync(folder, { recursive: true, force: true });
  }
  process.stderr.write('\n');
  return questions.flatMap((question) => {
    const rates = known[question.name];
    return rates === undefined ? [] : [{ records, question, ...rates }];
  });
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

function print(measured: readonly Measured[]): void {
  const heading = ['question', 'records', 'ours ms', 'CPU', 'floor ms', 'CPU', 'indexed ms', 'CPU'];
  printTable(
    [...heading, 'floor / ours', 'indexed / ours', 'target', ''],
    measured.map(({ question, records, ours, floor, indexed }) => {
      const best = Math.min(floor.p50, indexed.p50);
      const ratio = (question.target > 2 ? best : indexed.p50) / ours.p50;
      return [
        question.name,
        records.toLocaleString('en'),
        ...[ours, floor, indexed].flatMap(({ p50, cpu }) => [milliseconds(p50), milliseconds(cpu / 1000)]),
        (floor.p50 / ours.p50).toFixed(2),
        (indexed.p50 / ours.p50).toFixed(2),
        String(question.target),
        verdict(ratio >= question.target),
      ];
    }),
  );
}

/**
 * Measures searches that columns answer, beside a floor without indexes and one with indexes on exactly the properties
 * that are asked for, over one connection. `--plot` measures at four sizes and writes docs/growth.svg.
 */
export async function compareColumns(database: DatabaseName): Promise<void> {
  buildOurs();
  const load = new Load();
  const all: Measured[] = [];
  try {
    for (const records of SIZES) all.push(...(await measureSize(load, database, records)));
  } finally {
    load.stop();
    print(all);
  }
  if (!plot || questions.length === 0) return;
  const growth = questions.map(({ name }): Growth => {
    const own = all.filter(({ question }) => question.name === name);
    const line = (side: keyof Rates) => own.map((one) => one[side].p50);
    return { name, ours: line('ours'), floor: line('floor'), indexed: line('indexed') };
  });
  writeGrowthPlot(SIZES, growth);
}
