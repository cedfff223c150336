import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { perSecond, rateOf, ratioOf, runInTurns, type Slice } from './comparison.ts';
import { Load } from './load/load.ts';
import { OPERATIONS } from './operations.ts';
import { printTable, verdict } from './result-table.ts';
import { seed } from './seed.ts';
import { buildOurs, JSON_FLOOR, type Served, startFloor, startOurs } from './served.ts';
import { sideOf } from './side.ts';

// A batch of 100, half of whose records exist, beside a server that writes it as PostgREST does (`floor/json-batches.ts`).

/** Our rate over that of the other server. */
const TARGET = 1.2;

const { connections, quick, records, slice, slices } = benchOptions();
const operation = OPERATIONS.find(({ name }) => name === 'batch upsert of 100');
if (operation === undefined) throw new Error('no operation');

function cpuOf({ requests, cpuSeconds, databaseCpuSeconds }: Slice): number {
  return (cpuSeconds + databaseCpuSeconds) / requests;
}

if (!quick) buildOurs();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-batches-'));
const load = new Load();
const places: Place[] = [];
const running: Served[] = [];

async function open(name: string, start: (place: Place) => Promise<Served>): Promise<Served> {
  const place = await openPlace('postgres', folder, name);
  places.push(place);
  const served = await start(place);
  running.push(served);
  await seed(served, records);
  await place.settle();
  return served;
}

try {
  const sides = [
    await open('theirs', (place) => startFloor(JSON_FLOOR, { place }, true)),
    await open('ours', (place) => startOurs({ place, source: quick }, null)),
  ].map(sideOf);
  const rows: string[][] = [];
  for (const count of connections ?? (quick ? [32] : [1, 32])) {
    const most = Number.MAX_SAFE_INTEGER;
    const plan = { operation, records, connections: count, seconds: slice, most };
    const [theirs = [], ours = []] = await runInTurns(load, sides, plan, slices);
    const ratio = ratioOf(ours, theirs, perSecond);
    const shown = [ours, theirs].flatMap((side) => {
      const { perSecond: rate, p99, cpu, databaseCpu } = rateOf(side);
      return [rate, p99, cpu, databaseCpu].map((value) => Math.round(value).toLocaleString('en'));
    });
    const cpuRatio = (1 / ratioOf(ours, theirs, cpuOf)).toFixed(2);
    rows.push([
      String(count),
      ...shown,
      cpuRatio,
      ratio.toFixed(2),
      String(TARGET),
      verdict(ratio >= TARGET),
    ]);
  }
  console.log(`\npostgres, ${records.toLocaleString('en')} records\n`);
  const side = (name: string) => [`${name} req/s`, 'p99 ms', 'CPU µs', 'database'];
  printTable(['conns', ...side('ours'), ...side('theirs'), 'CPU ratio', 'ratio', 'target', ''], rows);
} finally {
  load.stop();
  for (const served of running) await served.stop();
  for (const place of places) await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
