import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { png } from '../../../../test/hostile-bytes/image-bombs.ts';
import { composite, square, tinyTables, ttf } from '../../../../test/hostile-bytes/tiny-font.ts';
import type { ImageTasks } from '../image/image-tasks.ts';
import { JobLostError, type ProcessPool, processPool } from './process-pool.ts';

let pool: ProcessPool<ImageTasks>;
afterEach(() => pool.close());

function open(timeLimit = 5_000, processes = 1): ProcessPool<ImageTasks> {
  pool = processPool<ImageTasks>({ file: 'image-process', processes, timeLimit });
  return pool;
}

const small = png(40, 40);
const large = png(5_000, 5_000);
const { length } = small;

function children(): string[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter((child) => child !== '');
}

test('nothing is started before the first job, and one process does the jobs one after the other', async () => {
  const before = children();
  const { run } = open();
  expect(children()).toEqual(before);
  await Promise.all(Array.from({ length: 5 }, () => run('readImage', small, length)));
  const started = children().filter((child) => !before.includes(child));
  expect(started).toHaveLength(1);
  await run('readImage', small, length);
  expect(children().filter((child) => !before.includes(child))).toEqual(started);
});

test('a job that takes too long loses its process in the middle of native code, and the next one has another', async () => {
  const { run } = open(250);
  const task = { bytes: large, width: 6_000, height: 6_000, fit: 'fill' } as const;
  const lost = await run('pixels', task, large.length).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(JobLostError);
  expect(lost).toMatchObject({ reason: 'time' });
  expect(await run('readImage', small, length)).toMatchObject({ width: 40 });
});

test('a job whose process is killed fails, and the next one has another', async () => {
  const before = children();
  const { run } = open();
  await run('readImage', small, length);
  const [child] = children().filter((one) => !before.includes(one));
  const job = run('readImage', large, large.length).catch((error: unknown) => error);
  await delay(5);
  process.kill(Number(child), 'SIGKILL');
  expect(await job).toMatchObject({ reason: 'crash' });
  expect(await run('readImage', small, length)).toMatchObject({ width: 40 });
});

test('a process that died while it had nothing to do costs no job', async () => {
  const before = children();
  const { run } = open();
  await run('readImage', small, length);
  process.kill(Number(children().find((one) => !before.includes(one))), 'SIGKILL');
  await delay(200);
  expect(await run('readImage', small, length)).toMatchObject({ width: 40 });
});

test('jobs beyond the queue are put off, by number and by bytes', async () => {
  const { run } = open();
  const jobs = Array.from({ length: 210 }, () => run('readImage', small, length));
  const outcomes = await Promise.allSettled(jobs);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 9 }, () => 'unavailable'));
  const heavy = await Promise.allSettled(
    Array.from({ length: 5 }, () => run('readImage', small, 90_000_000)),
  );
  expect(heavy.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
});

test('what a task throws is internal, and names no one of it to the caller', async () => {
  const { run } = open();
  const failure = await run('thumbnail', Buffer.from('no picture'), 10).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'internal', message: 'The task thumbnail failed.' });
});

test('after close, jobs fail and no process is left', async () => {
  const before = children();
  const { run, close } = open();
  const jobs = Promise.allSettled(Array.from({ length: 4 }, () => run('readImage', large, large.length)));
  await delay(50);
  await close();
  const outcomes = [...(await jobs), ...(await Promise.allSettled([run('readImage', small, length)]))];
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
    Array.from({ length: 5 }, () => 'internal'),
  );
  expect(children().filter((child) => !before.includes(child))).toEqual([]);
});

test('a program that asked and does not close ends by itself, and its processes with it, also in an endless loop', () => {
  const index = fileURLToPath(new URL('../index.ts', import.meta.url));
  const ladder = Array.from({ length: 40 }, (_, i) => composite([i + 2, i + 2]));
  const bomb = ttf(tinyTables({ glyphs: [square(), ...ladder, Buffer.alloc(0)] })).toString('base64');
  const program = `
    const { createMedia } = await import(${JSON.stringify(index)});
    const { readFileSync } = await import('node:fs');
    const media = createMedia();
    await media.builtinSample(1);
    media.readFont(Buffer.from('${bomb}', 'base64'));
    const pid = readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8');
    setTimeout(() => { console.log(pid); process.kill(process.pid, 'SIGKILL'); }, 300);`;
  const flags = ['--conditions=vitrine-source', '--input-type=module', '-e', program];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  const pids = stdout.trim().split(' ').map(Number);
  expect(pids[0]).toBeGreaterThan(0);
  const deadline = Date.now() + 10_000;
  while (pids.some(isRunning) && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  expect(pids.filter(isRunning)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    return !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
