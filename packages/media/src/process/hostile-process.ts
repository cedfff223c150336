import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { serveJobs } from './serve-jobs.ts';

/**
 * Test only: a compromised process. Each task tries what a decoder never does and returns `done` or the code of the
 * error.
 */
export const hostileTasks = {
  identity: () => ({ pid: process.pid, uid: process.getuid?.() ?? null }),
  read: (path: string) => attempt(() => readFileSync(path)),
  write: (path: string) => attempt(() => writeFileSync(path, 'stolen')),
  spawn: () => attempt(() => requireSpawned(spawnSync('true'))),
  thread: () => attempt(() => new Worker('', { eval: true }).terminate()),
  connect: (port: number) =>
    new Promise<string>((resolve) => {
      try {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve('done');
        });
        socket.on('error', (error) => resolve(codeOf(error)));
      } catch (error) {
        resolve(codeOf(error));
      }
    }),
  allocate: (bytes: number) => attempt(() => Buffer.alloc(bytes, 1)),
};

export type HostileTasks = typeof hostileTasks;

function attempt(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
}

function requireSpawned({ error }: { readonly error?: Error | undefined }): void {
  if (error !== undefined) throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

serveJobs(hostileTasks);
