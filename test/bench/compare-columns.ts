import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { type ColumnQuestion, QUESTIONS } from './column-questions.ts';
import { type Rate, rateOf, runSlice, type Slice } from './comparison.ts';
import { type Growth, writeGrowthPlot } from './growth-plot.ts';
import { Load } from './load/load.ts';
import { printTable, verdict } from './result-table.ts';
import { ask, seed } from './seed.ts';
import { buildOurs, INDEXED_FLOOR, type Served, startFloor, startOurs } from './served.ts';
import { type Side, sideOf } from './side.ts';

// Measures searches that columns answer, beside a floor without indexes and one with indexes on exactly the properties that are
// asked for, on SQLite over one connection. `--plot` measures at four sizes and writes docs/growth.svg.

const { only, plot, quick, records: recordsMax, slice, slices } = benchOptions();
const PLOT_SIZES = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000];
const SIZES = plot ? PLOT_SIZES : [recordsMax];
/** Milliseconds in which columns have to be loaded. */
const LOADED_MS = 60_000;
/** Batches of records that are sent at once, because a million of them one after the other takes minutes. */
const SEEDS_IN_FLIGHT = 8;
/** The hits of the metric that show that a question is answered from columns. */
const HITS = 3;

const questions = QUESTIONS.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);

interface Opened {
  readonly ours: Side;
  readonly floor: Side;
  readonly indexed: Side;
  close(): Promise<void>;
}

async function open(folder: string, records: number): Promise<Opened> {
  const places: Place[] = [];
  const served: Served[] = [];
  async function start(name: string, run: (place: Place) => Promise<Served>): Promise<Side> {
    const place = await openPlace('sqlite', folder, `${name}-${records}`);
    places.push(place);
    const server = await run(place);
    served.push(server);
    await seed(server, records, 'SKU', 0, SEEDS_IN_FLIGHT);
    await place.settle();
    process.stderr.write('.');
    return sideOf(server);
  }
  const ours = await start('ours', (place) => startOurs({ place }, null));
  const floor = await start('floor', (place) => startFloor('floor', { place }, true));
  const indexed = await start('indexed', (place) => startFloor(INDEXED_FLOOR, { place }, true));
  return {
    ours,
    floor,
    indexed,
    async close() {
      for (const one of served) await one.stop();
      for (const place of places) await place.stop();
    },
  };
}

async function hitsOf({ port, key }: Served): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return Number(/^vitrine_columns_hits_total (\d+)/m.exec(await response.text())?.[1] ?? 0);
}

/** Asks until columns answer. Small stores and walks of few rows never use them. Returns whether they do. */
async function loadColumns({ served }: Side, question: ColumnQuestion, records: number): Promise<boolean> {
  const until = performance.now() + (records < 4_000 ? 0 : LOADED_MS);
  const before = await hitsOf(served);
  for (let index = 0; ; index++) {
    await ask(served, question.request(index, { records, cursors: {} }));
    if (index % 20 === 0 && (await hitsOf(served)) >= before + HITS) return true;
    if (performance.now() > until) return false;
  }
}

interface Measured {
  readonly records: number;
  readonly question: ColumnQuestion;
  readonly ours: Rate;
  readonly floor: Rate;
  readonly indexed: Rate;
}

async function measure(
  load: Load,
  opened: Opened,
  question: ColumnQuestion,
  records: number,
): Promise<Measured> {
  const operation = { ...question, target: null };
  const plan = { operation, records, connections: 1, most: Number.MAX_SAFE_INTEGER };
  const isLoaded = await loadColumns(opened.ours, question, records);
  if (!isLoaded && records >= 4_000) console.error(`\n${question.name}: columns do not answer`);
  const names = ['ours', 'floor', 'indexed'] as const;
  const seen: Record<(typeof names)[number], Slice[]> = { ours: [], floor: [], indexed: [] };
  for (const name of names) await runSlice(load, opened[name], { ...plan, seconds: slice });
  for (let count = 0; count < slices; count++) {
    for (const name of count % 2 === 0 ? names : names.toReversed())
      seen[name].push(await runSlice(load, opened[name], { ...plan, seconds: slice }));
  }
  process.stderr.write('.');
  return {
    records,
    question,
    ours: rateOf(seen.ours),
    floor: rateOf(seen.floor),
    indexed: rateOf(seen.indexed),
  };
}

async function measureSize(load: Load, records: number): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-columns-bench-'));
  const opened = await open(folder, records);
  const measured: Measured[] = [];
  try {
    for (const question of questions) measured.push(await measure(load, opened, question, records));
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
  process.stderr.write('\n');
  return measured;
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

buildOurs();
const load = new Load();
const all: Measured[] = [];
try {
  for (const records of SIZES) all.push(...(await measureSize(load, records)));
} finally {
  load.stop();
  print(all);
}
if (plot) {
  const growth = questions.map(({ name }): Growth => {
    const own = all.filter(({ question }) => question.name === name);
    const line = (side: 'ours' | 'floor' | 'indexed') => own.map((one) => one[side].p50);
    return { name, ours: line('ours'), floor: line('floor'), indexed: line('indexed') };
  });
  writeGrowthPlot(SIZES, growth);
}
