import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { Place } from './bench-database.ts';
import { cpuSecondsOf, peakOf } from './process-tree.ts';
import { STORE_REQUEST } from './sample-records.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEY = `account-${'b'.repeat(43)}`;
/** Milliseconds in which a server starts, also on a busy machine. */
const START_MS = 120_000;
/** Microseconds between the samples of a profile. Short, because a sample includes the time in which other programs ran. */
const SAMPLE_US = 100;

export interface ServedOptions {
  readonly place: Place;
  /** Runs the sources instead of `dist`, so that a profile names lines of the sources. */
  readonly source?: boolean;
  /** Starts our server without columns. */
  readonly withoutColumns?: boolean;
  /** Folder for `--cpu-prof`. */
  readonly profileTo?: string;
}

/** A server in a separate process. */
export interface Served {
  readonly name: string;
  readonly port: number;
  readonly key: string;
  /** `/v2/stores/{storeId}/records` */
  readonly path: string;
  /** Milliseconds from the start of the process to its first record (or `/healthz` on a new file). */
  readonly startedIn: number;
  /** Resident memory in MB. */
  rss(): number;
  /** Returns the most resident memory so far in MB; NaN if the system has no /proc. */
  peak(): number;
  /** Returns the seconds of processor time of all of its threads so far; NaN if the system has no /proc. */
  cpuSeconds(): number;
  /** Returns the same of its database, if that runs in separate processes. */
  databaseCpuSeconds(): number;
  stop(): Promise<void>;
}

/** Builds the packages into their folders. */
export function buildOurs(): void {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/tsup/dist/cli-default.js'), '--silent'], {
    cwd: ROOT,
  });
}

function cliOf(source: boolean): string[] {
  const cli = join(ROOT, 'packages/vitrine', source ? 'src/cli.ts' : 'dist/cli.js');
  return [...(source ? ['--conditions=vitrine-source'] : []), cli];
}

/** Creates another account in the database of our server, and returns its key. */
export function createAccount({ place, source = false }: ServedOptions): string {
  const args = [...cliOf(source), 'accounts', 'create', '--name', 'Other', '--json'];
  const env = { ...process.env, VITRINE_DATABASE_URL: place.url };
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' })).key;
}

/** Starts our server. `path` is the path of its records, or null if the store does not exist yet. */
export async function startOurs(options: ServedOptions, path: string | null): Promise<Served> {
  const { place, source = false, withoutColumns = false } = options;
  const port = await freePort();
  const args = [...cliOf(source), 'serve'];
  const environment = {
    VITRINE_DATABASE_URL: place.url,
    VITRINE_PORT: String(port),
    VITRINE_ACCOUNT_KEY: KEY,
    VITRINE_LOG_LEVEL: 'error',
    ...(withoutColumns ? { VITRINE_COLUMNS: 'off' } : {}),
    // Requests are counted as by default, but the limit is never reached.
    VITRINE_RATE_LIMIT: '900000000',
  };
  const served = await start({ name: 'ours', port, args, environment, path, options });
  return path === null ? { ...served, path: await createStore(port) } : served;
}

/** The floors by name: one that does by hand what ours does, and one that does only what is needed to respond. */
export const FLOORS = { floor: 'full', 'lean floor': 'lean' } as const;
export type FloorName = keyof typeof FLOORS;
/** The floor with indexes on exactly the properties that the bench of columns asks for. */
export const INDEXED_FLOOR = 'indexed floor';

/** The floor that writes batches as PostgREST does. */
export const JSON_FLOOR = 'json floor';

export function startFloor(
  floorName: FloorName | typeof INDEXED_FLOOR | typeof JSON_FLOOR,
  options: ServedOptions,
  isNew: boolean,
): Promise<Served> {
  const path = '/v2/stores/floor/records';
  return freePort().then(async (port) => {
    const script =
      floorName === JSON_FLOOR
        ? new URL('./floor/json-batches.ts', import.meta.url)
        : new URL('./floor/server.ts', import.meta.url);
    const args = [fileURLToPath(script), options.place.url, String(port), KEY];
    if (floorName === INDEXED_FLOOR) args.push('indexed');
    else if (floorName !== JSON_FLOOR) args.push(FLOORS[floorName]);
    const served = await start({
      name: floorName,
      port,
      args,
      environment: {},
      path: isNew ? null : path,
      options,
    });
    return { ...served, path };
  });
}

interface Start {
  readonly name: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly environment: Record<string, string>;
  readonly path: string | null;
  readonly options: ServedOptions;
}

async function start({ name, port, args, environment, path, options }: Start): Promise<Served> {
  const { place, profileTo } = options;
  const profiling =
    profileTo === undefined
      ? []
      : ['--cpu-prof', '--cpu-prof-dir', profileTo, '--cpu-prof-interval', String(SAMPLE_US)];
  const begin = performance.now();
  const child = spawn(process.execPath, [...profiling, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  child.once('exit', (code, signal) => {
    if (!child.killed) console.error(`${name} ended by itself (${signal ?? code}):\n${Buffer.concat(said)}`);
  });
  const url = `http://127.0.0.1:${port}${path === null ? '/healthz' : `${path}/SKU-0000001`}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - begin > START_MS) {
      throw new Error(`${name} does not respond:\n${Buffer.concat(said)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startedIn = performance.now() - begin;
  return {
    name,
    port,
    key: KEY,
    path: path ?? '',
    startedIn,
    rss: () => rssOf(child),
    peak: () => peakOf(child.pid),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    databaseCpuSeconds: place.cpuSeconds,
    stop: () => stop(child),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Creates another store on our server, by default of its first account, and returns the path of its records. */
export async function createStore(port: number, key = KEY): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v2/stores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(STORE_REQUEST),
  });
  if (response.status !== 201) throw new Error(`The store: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  return `/v2/stores/${id}/records`;
}

function rssOf(child: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
