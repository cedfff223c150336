import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseName, openPlace, type Place } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { printProfiles } from './cpu-profile.ts';
import { PROPERTIES } from './floor/record-rows.ts';
import { median } from './median.ts';
import { printTable, verdict } from './result-table.ts';
import { sampleRecord } from './sample-records.ts';
import { buildOurs, startOurs } from './served.ts';

const TARGET = 0.7;
/** The import says itself when it ended, so a later poll costs no accuracy. */
const POLL_MS = 50;
const FLOOR = fileURLToPath(new URL('./floor/import-file.ts', import.meta.url));

const { quick, profile, records } = benchOptions();
const RUNS = quick ? 1 : 5;

/** The costs of one import. Processor time includes the database, memory does not. */
interface Cost {
  readonly created: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most resident memory in MB. */
  readonly peak: number;
}

function csvOf(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const record = sampleRecord(index);
    return PROPERTIES.map((property) => `${record[property] ?? ''}`).join(',');
  });
  return [PROPERTIES.join(','), ...lines, ''].join('\n');
}

/** Imports by job, from the beginning of the upload to the end of the import. */
async function measureOurs(place: Place, file: string, profileTo?: string): Promise<Cost> {
  const profiling = profileTo === undefined ? {} : { source: true, profileTo };
  const served = await startOurs({ place, ...profiling }, null);
  try {
    const url = `http://127.0.0.1:${served.port}${served.path.replace(/records$/, 'imports')}`;
    const headers = { authorization: `Bearer ${served.key}`, 'content-type': 'text/csv' };
    const used = () => served.cpuSeconds() + served.databaseCpuSeconds();
    const cpuBefore = used();
    const startedAt = Date.now();
    const started = await fetch(url, { method: 'POST', headers, body: await openAsBlob(file) });
    const { importId } = (await started.json()) as { importId: string };
    for (;;) {
      const response = await fetch(`${url}/${importId}`, { headers });
      const state = (await response.json()) as { finishedAt: string | null; created: number };
      if (state.finishedAt !== null) {
        const seconds = (Date.parse(state.finishedAt) - startedAt) / 1_000;
        return { created: state.created, seconds, cpuSeconds: used() - cpuBefore, peak: served.peak() };
      }
      await wait(POLL_MS);
    }
  } finally {
    await served.stop();
  }
}

function measureFloor(place: Place, file: string): Cost {
  const databaseBefore = place.cpuSeconds();
  const cost = JSON.parse(
    execFileSync(process.execPath, [FLOOR, place.url, file], { encoding: 'utf8' }),
  ) as Cost;
  return { ...cost, cpuSeconds: cost.cpuSeconds + place.cpuSeconds() - databaseBefore };
}

/** Runs a measurement on a new database. */
async function onNewPlace<Result>(
  database: DatabaseName,
  run: (place: Place) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const place = await openPlace(database, folder, 'import');
  try {
    return await run(place);
  } finally {
    await place.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the row of the result. */
async function compareRuns(database: DatabaseName, file: string): Promise<string[]> {
  const pairs: { readonly ours: Cost; readonly floor: Cost }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const ours = await onNewPlace(database, (place) => measureOurs(place, file));
    const floor = await onNewPlace(database, (place) => measureFloor(place, file));
    for (const { created } of [ours, floor]) {
      if (created !== records) throw new Error(`Of ${records} lines ${created} were imported.`);
    }
    pairs.push({ ours, floor });
  }
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of));
  const linesASecond = (seconds: number) => Math.round(records / seconds).toLocaleString('en-US');
  const cpuMicros = (seconds: number) => ((seconds / records) * 1e6).toFixed(1);
  const ratio = middle(({ ours, floor }) => floor.seconds / ours.seconds);
  return [
    database,
    linesASecond(middle(({ ours }) => ours.seconds)),
    cpuMicros(middle(({ ours }) => ours.cpuSeconds)),
    middle(({ ours }) => ours.peak).toFixed(0),
    linesASecond(middle(({ floor }) => floor.seconds)),
    cpuMicros(middle(({ floor }) => floor.cpuSeconds)),
    middle(({ floor }) => floor.peak).toFixed(0),
    middle(({ ours, floor }) => floor.cpuSeconds / ours.cpuSeconds).toFixed(2),
    ratio.toFixed(2),
    String(TARGET),
    verdict(ratio >= TARGET),
  ];
}

async function profileImport(database: DatabaseName, folder: string, file: string): Promise<void> {
  const profileTo = join(folder, database);
  mkdirSync(profileTo);
  await onNewPlace(database, (place) => measureOurs(place, file, profileTo));
  printProfiles(profileTo, records);
}

/** Compares imports of a CSV file by job with a program that writes the same file by hand, in turns. */
export async function compareImports(database: DatabaseName): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  try {
    const file = join(folder, 'records.csv');
    writeFileSync(file, csvOf(records));
    if (profile) {
      await profileImport(database, folder, file);
      return;
    }
    buildOurs();
    const row = await compareRuns(database, file);
    const heading = [`import of ${records.toLocaleString('en-US')}`, 'ours lines/s', 'CPU µs', 'peak MB'];
    const floorHeading = ['floor lines/s', 'CPU µs', 'peak MB', 'CPU ratio', 'ratio', 'target', ''];
    printTable([...heading, ...floorHeading], [row]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
