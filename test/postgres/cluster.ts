import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { findBinaries, NOBODY } from './binaries.ts';

export interface ClusterOptions {
  /** Whether commits survive a crash of the machine. Slower; only durability tests need it. Default false. */
  readonly durable?: boolean;
  /** Additional settings, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Default: a free one. */
  readonly port?: number;
  /** Fills the data folder, instead of `initdb`. It exists and is empty. */
  readonly fill?: (data: string) => Promise<void>;
  /** Receives the server's log. */
  readonly onLog?: (text: string) => void;
}

/** A PostgreSQL server in a temporary folder. */
export interface Cluster {
  /** The URL of the database `postgres` as superuser without password; accepts connections from this machine only. */
  readonly url: string;
  /** The data folder. */
  readonly data: string;
  /** Returns the process id of the server's first process; changes with `start`. */
  pid(): number;
  /** Returns all processes of the server, the first one first. Only the first one where there is no `/proc`. */
  processes(): readonly number[];
  /**
   * Sends a signal and waits until the server ends: SIGINT disconnects clients and shuts down cleanly, SIGQUIT and
   * SIGKILL don't. SIGKILL goes to all processes, as if the machine had lost its power: otherwise those that serve
   * clients would finish their commits.
   */
  kill(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts the server again with the same data and port. */
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const START_TIMEOUT = 60_000;
const START_ATTEMPTS = 50;

/**
 * Creates and starts a cluster. Runs it as `nobody` if this process is root, because PostgreSQL refuses to run as root.
 */
export async function startCluster({
  durable = false,
  settings = {},
  port: givenPort,
  fill,
  onLog,
}: ClusterOptions = {}): Promise<Cluster> {
  const asNobody = process.getuid?.() === 0;
  const identity = asNobody ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-postgres-'));
  if (asNobody) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, asNobody ? 0o755 : 0o700);
  const data = join(folder, 'data');
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', HOME: folder };
  const binaries = findBinaries(folder, asNobody);

  try {
    if (fill === undefined) initialize();
    else await fillData(fill);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  const port = givenPort ?? (await freePort());
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const keeper = startKeeper(folder);
  let server: ChildProcess | null = null;

  function initialize(): void {
    const made = spawnSync(
      join(binaries, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=trust',
        '--no-locale',
        '--encoding=UTF8',
        '--no-sync',
        '--no-instructions',
      ],
      { ...identity, env: environment, cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) {
      throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    }
  }

  async function fillData(write: (data: string) => Promise<void>): Promise<void> {
    mkdirSync(data, { mode: 0o700 });
    await write(data);
    if (!asNobody) return;
    for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(data, path), NOBODY, NOBODY);
    }
  }

  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startOnce();
      } catch (error) {
        // After kill -9 the old server's children need a moment to notice.
        if (attempt === START_ATTEMPTS || !/pre-existing shared memory|postmaster\.pid/.test(String(error)))
          throw error;
        await wait(200);
      }
    }
  }

  async function startOnce(): Promise<void> {
    const child = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
      ...identity,
      env: environment,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    let log = '';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => reject(new Error(`postgres is not ready after a minute: ${log}`)),
      START_TIMEOUT,
    );
    child.stderr.on('data', (chunk) => {
      onLog?.(String(chunk));
      log = `${log}${chunk}`.slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  function processes(): readonly number[] {
    const pid = server?.pid ?? 0;
    const path = `/proc/${pid}/task/${pid}/children`;
    if (!existsSync(path)) return [pid];
    return [pid, ...readFileSync(path, 'utf8').trim().split(' ').map(Number)];
  }

  async function kill(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const child = server;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const others = signal === 'SIGKILL' ? processes().slice(1) : [];
    child.kill(signal);
    for (const pid of others) killIfThere(pid);
    await ended;
  }

  async function stop(): Promise<void> {
    await kill('SIGINT');
    keeper.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    pid: () => server?.pid ?? 0,
    processes,
    kill,
    start,
    stop,
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Starts a shell that waits until this process ends in any way, which closes the pipe between them, and then removes
 * the server and its files. After an orderly stop there is nothing left to remove.
 */
function startKeeper(folder: string): { end(): void } {
  const script =
    'cat >/dev/null; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")" 2>/dev/null && sleep 2; rm -rf "$0"';
  const keeper = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  keeper.unref();
  return {
    end() {
      keeper.stdin.end();
    },
  };
}
