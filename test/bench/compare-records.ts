import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { type Comparison, compare, consumedBySlice } from './comparison.ts';
import { Load } from './load/load.ts';
import { median } from './median.ts';
import { OPERATIONS } from './operations.ts';
import { profileOperations } from './profile-operations.ts';
import { printComparisons, printTable, verdict } from './result-table.ts';
import { assertSameAnswers } from './same-answers.ts';
import { seed } from './seed.ts';
import { buildOurs, FLOORS, type FloorName, type Served, startFloor, startOurs } from './served.ts';
import { type FloorSide, provide, type Side, sideOf, walk } from './side.ts';

const { connections: given, noise, only, profile, quick, records, slice, slices } = benchOptions();
const STARTS = quick ? 1 : 3;
const IDLE_MS = 1_000;
/** Targets for our server: to the first answer, resident after the load, and the p99 of a get over that of each floor. */
const START_MS = 300;
const LOADED_MB = 250;
const P99_RATIO = 2;
const CONNECTIONS = given ?? (quick ? [32] : [1, 32]);
const operations = OPERATIONS.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);

/** With `--noise` the floor is in our place, beside itself. */
const floorNames: readonly FloorName[] = noise ? ['floor'] : (Object.keys(FLOORS) as FloorName[]);

/**
 * Compares our server with the hand-written ones of `floor/`, in turns, each in its own process and on its own database.
 * The ratios are the result; the absolute numbers depend on the machine.
 */
export async function compareRecords(database: DatabaseName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const load = new Load();
  const running = new Set<Served>();
  const places: Place[] = [];

  async function open(name: string): Promise<Place> {
    const place = await openPlace(database, folder, name);
    places.push(place);
    return place;
  }

  async function run(starting: Promise<Served>): Promise<Served> {
    const served = await starting;
    running.add(served);
    return served;
  }

  async function stop(served: Served): Promise<void> {
    running.delete(served);
    await served.stop();
  }

  /**
   * Starts several times on an existing database. Measures the milliseconds to the first record and the MB when idle.
   */
  async function restart(start: () => Promise<Served>): Promise<Started> {
    const starts: number[] = [];
    for (let count = 1; ; count++) {
      const served = await run(start());
      starts.push(served.startedIn);
      if (count === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        return { served, started: median(starts), idle: served.rss() };
      }
      await stop(served);
    }
  }

  async function openFloors(): Promise<{ name: FloorName; place: Place }[]> {
    const opened: { name: FloorName; place: Place }[] = [];
    for (const name of floorNames) {
      const place = await open(name);
      const served = await run(startFloor(name, { place }, true));
      await seed(served, records);
      await stop(served);
      await place.settle();
      opened.push({ name, place });
    }
    return opened;
  }

  try {
    if (!noise && !profile) buildOurs();
    const ours = await open('ours');
    /** `path` is null on a new database. */
    const startMeasured = (path: string | null) =>
      noise
        ? startFloor('floor', { place: ours }, path === null)
        : startOurs({ place: ours, source: profile }, path);
    const created = await run(startMeasured(null));
    const { path } = created;
    await seed(created, records);
    await stop(created);
    await ours.settle();
    if (profile) {
      const connections = CONNECTIONS.at(-1) ?? 32;
      await profileOperations(load, operations, { folder, place: ours, path, records, connections });
      return;
    }
    const floorPlaces = await openFloors();
    const measured = await restart(() => startMeasured(path));
    const floors: StartedFloor[] = [];
    for (const { name, place } of floorPlaces) {
      floors.push({ name, ...(await restart(() => startFloor(name, { place }, false))) });
    }
    const comparisons: Comparison[] = [];
    const sides = floors.map(({ name, served }) => ({ name, ...sideOf(served) }));
    try {
      await compareAll(load, sideOf(measured.served), sides, comparisons);
    } finally {
      // Prints the results so far, even after a failure, because they took minutes.
      report(database, measured, floors, comparisons);
    }
  } finally {
    load.stop();
    for (const served of running) await served.stop();
    for (const place of places) await place.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Started {
  readonly served: Served;
  readonly started: number;
  readonly idle: number;
}

interface StartedFloor extends Started {
  readonly name: FloorName;
}

/** Warms up the code that every request runs, so that the first row does not measure cold code. */
async function warmUp(load: Load, ours: Side, floors: readonly FloorSide[]): Promise<void> {
  for (const operation of OPERATIONS.slice(0, 2)) {
    await compare({ load, ours, floors, operation, records, connections: 32, seconds: slice * 2, slices: 2 });
  }
}

async function compareAll(
  load: Load,
  ours: Side,
  floors: readonly FloorSide[],
  comparisons: Comparison[],
): Promise<void> {
  const sides = [ours, ...floors];
  await warmUp(load, ours, floors);
  for (const operation of operations) {
    await Promise.all(sides.map((side) => walk(side, operation)));
    for (const connections of CONNECTIONS) {
      if (operation.consumes !== undefined) {
        const count = 1 + consumedBySlice({ operation, connections, slices }) * (slices + 1);
        for (const side of sides) await provide(side, operation, count);
      }
      await assertSameAnswers(operation, sides, records);
      const order = { load, ours, floors, operation, records, connections, seconds: slice, slices };
      comparisons.push(await compare(order));
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');
}

function report(
  database: DatabaseName,
  ours: Started,
  floors: readonly StartedFloor[],
  comparisons: readonly Comparison[],
): void {
  for (const { name } of floors) {
    console.log(`\nBeside the ${name}:\n`);
    printComparisons(database, name, comparisons);
  }
  console.log('');
  const names = floors.map(({ name }) => name);
  const shown = [ours, ...floors].map(({ started, idle, served }) =>
    [started, idle, served.rss()].map(Math.round),
  );
  const row = (title: string, index: number) => [title, ...shown.map((values) => String(values[index]))];
  printTable(
    ['', 'ours', ...names, 'target', ''],
    [
      [...row('start to first answer, ms', 0), `<= ${START_MS}`, verdict(ours.started <= START_MS)],
      [...row('memory idle, MB', 1), '< 120', verdict(ours.idle < 120)],
      [
        ...row('memory after load, MB', 2),
        `<= ${LOADED_MB}`,
        verdict((shown[0]?.[2] ?? Number.POSITIVE_INFINITY) <= LOADED_MB),
      ],
      ...getLatency(comparisons),
      ...deepPages(comparisons),
    ],
  );
  const busy = Math.max(...comparisons.map(({ loadBusy }) => loadBusy));
  console.log(`\nSending used at most ${Math.round(busy * 100)} % of a core.`);
}

/** Compares the p99 of a get at 32 connections with that of the floors. */
function getLatency(comparisons: readonly Comparison[]): string[][] {
  const get = comparisons.find(
    ({ operation, connections }) => operation.name === 'get' && connections === 32,
  );
  if (get === undefined) return [];
  const { ours, floors } = get;
  const isNear = floors.every(({ p99 }) => ours.p99 <= P99_RATIO * p99);
  return [
    [
      'get at 32 connections, p99 ms',
      ...[ours, ...floors].map(({ p99 }) => p99.toFixed(1)),
      `<= ${P99_RATIO} × floor`,
      verdict(isNear),
    ],
  ];
}

/** Compares deep pages with first pages: the ratio of their rates at 32 connections. */
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
    const floorRatios = after.floors.map(
      ({ perSecond }, i) => perSecond / (before.floors[i]?.perSecond ?? Number.NaN),
    );
    return [
      [
        `${deep} over first`,
        ...[ratio, ...floorRatios].map((each) => each.toFixed(2)),
        '>= 0.8',
        verdict(ratio >= 0.8),
      ],
    ];
  });
}
