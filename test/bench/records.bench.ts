import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchOptions } from './bench-options.ts';
import { type Comparison, compare, consumedBySlice, type Side } from './comparison.ts';
import { Load } from './load/load.ts';
import { median } from './median.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { printComparisons, printTable, verdict } from './result-table.ts';
import { assertSameAnswers } from './same-answers.ts';
import { ask, seed } from './seed.ts';
import { type Served, startFloor, startOurs } from './served.ts';

// Our server beside the hand-written one of `floor/`, in the same minutes, each in a process of its own. The ratios
// are the claim; the absolute numbers say what machine it was.

const { noise, only, records, slice, slices } = benchOptions();
const STARTS = 3;
const CONNECTIONS = [1, 32];
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const oursFile = join(folder, 'ours.db');
const floorFile = join(folder, 'floor.db');
const operations = OPERATIONS.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);
const load = new Load();
const running = new Set<Served>();

async function run(served: Promise<Served>): Promise<Served> {
  running.add(await served);
  return served;
}

function startMeasured(path: string | null): Promise<Served> {
  return noise ? startFloor({ file: oursFile }, path === null) : startOurs({ file: oursFile }, path);
}

async function stop(served: Served): Promise<void> {
  running.delete(served);
  await served.stop();
}

/** The cursor of the page that the operation asks for, reached as a client reaches it. */
async function walk(side: Side, { name, walk }: Operation): Promise<void> {
  if (walk === undefined) return;
  let cursor: string | undefined;
  for (let page = 0; page < walk.pages; page++) {
    const path = cursor === undefined ? walk.path : `${walk.path}&cursor=${cursor}`;
    ({ cursor } = (await ask(side.served, { method: 'GET', path })) as { cursor?: string });
  }
  if (cursor === undefined) throw new Error(`${name}: ${records} records have no such page`);
  side.cursors[name] = cursor;
}

/** Adds what the operation will use up. */
async function provide(side: Side, operation: Operation, connections: number): Promise<void> {
  if (operation.consumes === undefined) return;
  const count = 1 + consumedBySlice({ operation, connections, slices }) * (slices + 1);
  const first = side.provided[operation.name] ?? 0;
  await seed(side.served, count, 'DEL', first);
  side.used[operation.name] = first;
  side.provided[operation.name] = first + count;
}

/** Starts on an existing file, several times: [server, median milliseconds to the first record, idle MB]. */
async function restart(
  startAgain: () => Promise<Served>,
): Promise<{ served: Served; start: number; idle: number }> {
  const starts: number[] = [];
  for (let count = 1; ; count++) {
    const served = await run(startAgain());
    starts.push(served.startedIn);
    if (count === STARTS) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { served, start: median(starts), idle: served.rss() };
    }
    await stop(served);
  }
}

/** Makes warm what every request goes through, so that the first row is not measured in cold code. */
async function warmUp(ours: Side, floor: Side): Promise<void> {
  const [operation] = OPERATIONS;
  if (operation === undefined) return;
  await compare({ load, ours, floor, operation, records, connections: 32, seconds: slice * 2, slices: 2 });
}

async function compareAll(ours: Side, floor: Side): Promise<Comparison[]> {
  await warmUp(ours, floor);
  const comparisons: Comparison[] = [];
  for (const operation of operations) {
    await Promise.all([walk(ours, operation), walk(floor, operation)]);
    for (const connections of CONNECTIONS) {
      for (const side of [ours, floor]) await provide(side, operation, connections);
      await assertSameAnswers(operation, ours, floor, records);
      const order = { load, ours, floor, operation, records, connections, seconds: slice, slices };
      comparisons.push(await compare(order));
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
  return comparisons;
}

try {
  const created = await Promise.all([run(startMeasured(null)), run(startFloor({ file: floorFile }, true))]);
  await Promise.all(created.map((served) => seed(served, records)));
  const oursPath = created[0].path;
  for (const served of created) await stop(served);

  const ours = await restart(() => startMeasured(oursPath));
  const floor = await restart(() => startFloor({ file: floorFile }, false));
  const comparisons = await compareAll(
    { served: ours.served, cursors: {}, used: {}, provided: {} },
    { served: floor.served, cursors: {}, used: {}, provided: {} },
  );

  printComparisons(comparisons);
  console.log('');
  printTable(
    ['', 'ours', 'floor', 'target', ''],
    [
      [
        'start to first answer, ms',
        ours.start.toFixed(0),
        floor.start.toFixed(0),
        '< 1000',
        verdict(ours.start < 1000),
      ],
      ['memory idle, MB', ours.idle.toFixed(0), floor.idle.toFixed(0), '< 120', verdict(ours.idle < 120)],
      ['memory after load, MB', ours.served.rss().toFixed(0), floor.served.rss().toFixed(0), '', ''],
      ...deepPages(comparisons),
    ],
  );
  const busy = Math.max(...comparisons.map(({ loadBusy }) => loadBusy));
  console.log(`\nSending used at most ${(busy * 100).toFixed(0)} % of a core.`);
} finally {
  load.stop();
  for (const served of running) await served.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Deep pages cost what first pages cost: the rates of a deep page over those of the first, at 32 connections. */
function deepPages(comparisons: readonly Comparison[]): string[][] {
  return [
    ['list, first page', 'list, page 1,000'],
    ['list by number, first page', 'list by number, page 101'],
  ].flatMap(([first, deep]) => {
    const find = (name?: string) =>
      comparisons.find(({ operation, connections }) => operation.name === name && connections === 32);
    const [before, after] = [find(first), find(deep)];
    if (before === undefined || after === undefined) return [];
    const ratio = after.ours.perSecond / before.ours.perSecond;
    const floorRatio = after.floor.perSecond / before.floor.perSecond;
    return [[`${deep} over first`, ratio.toFixed(2), floorRatio.toFixed(2), '>= 0.8', verdict(ratio >= 0.8)]];
  });
}
