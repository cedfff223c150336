import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { startLoad } from './restart-load.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, compare, createStore, readAll, request } from './versioned-records.ts';

const MEGABYTE = 2 ** 20;
const FILLER = 20 * MEGABYTE;

/** A disk that a test can fill and free while a server writes to it. */
interface SmallDisk {
  readonly folder: string;
  fill(server: ServerProcess): void;
  free(server: ServerProcess): void;
  close(): void;
}

/** Mounts a file system of 64 MB in memory, which another file fills. Requires root. */
function smallFileSystem(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-small-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      // Until nothing more fits: the free space minus what the load has taken.
      writeFileSync(filler, '');
      for (let bytes = FILLER; bytes >= 4_096; bytes >>= 1) {
        while (
          spawnSync('dd', [
            'if=/dev/zero',
            `of=${filler}`,
            `bs=${bytes}`,
            'count=1',
            'oflag=append',
            'conv=notrunc',
          ]).status === 0
        );
      }
    },
    free: () => rmSync(filler),
    close() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Limits the size of the process's files, which any user can do. The kernel returns EFBIG instead of ENOSPC. */
function smallFiles(): SmallDisk | null {
  if (spawnSync('prlimit', ['--version']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-small-'));
  const limit = ({ child }: ServerProcess, bytes: string) => {
    const { status, stderr } = spawnSync(
      'prlimit',
      ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`prlimit: ${stderr}`);
  };
  return {
    folder,
    fill: (server) => limit(server, String(MEGABYTE)),
    free: (server) => limit(server, 'unlimited'),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe.each([
  ['a file system without room', smallFileSystem],
  ['a limit on the size of files', smallFiles],
])('%s', (name, open) => {
  test(
    'refuses writes with 503 and Retry-After, continues reads, and resumes writes with free space, all without a restart',
    verifies('operations.acknowledged-writes'),
    async ({ skip }) => {
      const disk = open();
      if (disk === null) {
        console.warn(`NOT TESTED: ${name}, which can't be created here (needs root and mount, or prlimit).`);
        skip();
        return;
      }
      const data = join(disk.folder, 'data');
      mkdirSync(data);
      const environment = {
        VITRINE_DATABASE_URL: `sqlite:${join(data, 'vitrine.db')}`,
        VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
        VITRINE_LOG_LEVEL: 'error',
      };
      let server = await startProcess(environment);
      try {
        const ready = async () => {
          const response = await fetch(`${server.url}/readyz`);
          return { status: response.status, body: (await response.json()) as { detail?: string } };
        };
        const storeId = await createStore(server);
        const load = startLoad(server, storeId);
        await load.allServed();
        await wait(300);

        disk.fill(server);
        const refusedBefore = load.refused;
        await wait(2_000);
        const refused = load.refused - refusedBefore;
        expect(refused).toBeGreaterThan(16);
        expect(await ready()).toMatchObject({
          status: 503,
          body: { detail: expect.stringContaining('disk') },
        });
        const page = await request(server, 'GET', `/${storeId}/records?limit=10`);
        expect(page.status).toBe(200);
        expect((await request(server, 'POST', `/${storeId}/records/count`, {})).status).toBe(200);

        disk.free(server);
        const freedAt = performance.now();
        await load.allServed();
        const recoveredAfter = Math.round(performance.now() - freedAt);
        await wait(1_100);
        expect((await ready()).status).toBe(200);
        await load.stop();
        const records = await readAll(server, storeId);
        expect([...load.faults, ...compare(records, load.expected)]).toEqual([]);
        expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
        console.log({
          name,
          acknowledged: load.acknowledged,
          refused,
          recoveredAfter,
          found: records.length,
        });

        await server.end('SIGKILL');
        server = await startProcess(environment);
        expect(compare(await readAll(server, storeId), load.expected)).toEqual([]);
      } finally {
        await server.end('SIGKILL');
        disk.close();
      }
    },
  );
});
