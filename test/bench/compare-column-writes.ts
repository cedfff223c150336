import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { loadColumns } from './column-hits.ts';
import { QUESTIONS } from './column-questions.ts';
import { perSecond, type Rate, rateOf, ratioOf, runInTurns, type Slice } from './comparison.ts';
import { Load } from './load/load.ts';
import { OPERATIONS } from './operations.ts';
import { printTable, verdict } from './result-table.ts';
import { seed } from './seed.ts';
import { buildOurs, type Served, startOurs } from './served.ts';
import { type Side, sideOf } from './side.ts';

const TARGET = 0.9;
const CONNECTIONS = [1, 32];
const SEEDS_IN_FLIGHT = 8;

const { only, records, slice, slices } = benchOptions();
const operations = OPERATIONS.filter(({ name }) => /^(insert|patch|batch)/.test(name)).filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
);

/** Removes the triggers that log changes, so that writes are what they were before there were columns. */
async function dropTriggers(database: DatabaseName, { url }: Place): Promise<void> {
  if (database === 'sqlite') {
    const file = new Database(url.slice('sqlite:'.length));
    file.exec('DROP TRIGGER records_updated; DROP TRIGGER records_deleted;');
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    ['inserts', 'updates', 'deletes'].map((name) => `DROP TRIGGER log_${name} ON records;`).join(' '),
  );
  await client.end();
}

interface Written {
  readonly with: Rate;
  readonly without: Rate;
  readonly ratio: number;
  readonly cpuRatio: number;
}

function cpuOfRequest({ requests, cpuSeconds, databaseCpuSeconds }: Slice): number {
  return (cpuSeconds + databaseCpuSeconds) / requests;
}

type Sides = Readonly<Record<'with' | 'without', Side>>;

async function measure(load: Load, sides: Sides, name: string, connections: number): Promise<Written> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`No operation ${name}`);
  const plan = { operation, records, connections, most: Number.MAX_SAFE_INTEGER, seconds: slice };
  const [own = [], plain = []] = await runInTurns(load, [sides.with, sides.without], plan, slices);
  process.stderr.write('.');
  return {
    with: rateOf(own),
    without: rateOf(plain),
    ratio: ratioOf(own, plain, perSecond),
    cpuRatio: 1 / ratioOf(own, plain, cpuOfRequest),
  };
}

/**
 * Compares writes into a store whose columns are in memory with those of a server without columns, whose database has no
 * triggers that log changes, in turns.
 */
export async function compareColumnWrites(database: DatabaseName): Promise<void> {
  buildOurs();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-column-writes-'));
  const load = new Load();
  const places: Place[] = [];
  const running: Served[] = [];

  async function open(name: string, withoutColumns: boolean): Promise<Side> {
    const place = await openPlace(database, folder, name);
    places.push(place);
    const created = await startOurs({ place, withoutColumns }, null);
    await seed(created, records, 'SKU', 0, SEEDS_IN_FLIGHT);
    await created.stop();
    if (withoutColumns) await dropTriggers(database, place);
    await place.settle();
    const served = await startOurs({ place, withoutColumns }, created.path);
    running.push(served);
    return sideOf(served);
  }

  const rows: string[][] = [];
  try {
    const sides = { with: await open('with', false), without: await open('without', true) };
    for (const { name } of operations) {
      for (const connections of CONNECTIONS) {
        for (const question of QUESTIONS) {
          if (!(await loadColumns(sides.with.served, question, records)))
            throw new Error(`${question.name}: columns do not answer`);
        }
        const written = await measure(load, sides, name, connections);
        rows.push([
          name,
          String(connections),
          ...[written.with, written.without].flatMap(({ perSecond, p99, cpu, databaseCpu }) => [
            Math.round(perSecond).toLocaleString('en'),
            p99.toFixed(1),
            `${Math.round(cpu + databaseCpu)}`,
          ]),
          written.cpuRatio.toFixed(2),
          written.ratio.toFixed(2),
          String(TARGET),
          verdict(written.ratio >= TARGET),
        ]);
      }
    }
  } finally {
    load.stop();
    for (const served of running) await served.stop();
    for (const place of places) await place.stop();
    rmSync(folder, { recursive: true, force: true });
    const side = (name: string) => [`${name} req/s`, 'p99 ms', 'CPU µs'];
    console.log(`\n${database}, ${records.toLocaleString('en')} records\n`);
    printTable(
      ['operation', 'conns', ...side('columns'), ...side('none'), 'CPU ratio', 'ratio', 'target', ''],
      rows,
    );
  }
}
