import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { png } from '../../../../test/hostile-bytes/image-bombs.ts';
import { composite, square, tinyTables, ttf } from '../../../../test/hostile-bytes/tiny-font.ts';
import { isNightly } from '../../../../test/nightly.ts';
import { TEST_PATIENCE } from '../../../../test/shared-media.ts';
import type { ImageTasks } from '../image/image-tasks.ts';
import { imagesOf } from '../image/images.ts';
import { type ProcessPool, processPool } from './process-pool.ts';

const CALLER = { account: null };

let pool: ProcessPool<ImageTasks>;
afterEach(() => pool.close());

function open(limits: { timeLimit?: number; patience?: number } = {}): ProcessPool<ImageTasks> {
  const options = { queue: 'images', file: 'image-process', processes: 1 } as const;
  pool = processPool<ImageTasks>({ ...options, timeLimit: 60_000, patience: TEST_PATIENCE, ...limits });
  return pool;
}

const small = png(40, 40);
const large = png(5_000, 5_000);
const { length } = small;

function children(): string[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter((child) => child !== '');
}

test('starts no process before the first job, and one process runs the jobs in turn', async () => {
  const before = children();
  const { run } = open();
  expect(children()).toEqual(before);
  await Promise.all(Array.from({ length: 5 }, () => run('readImage', small, length, CALLER)));
  const started = children().filter((child) => !before.includes(child));
  expect(started).toHaveLength(1);
  await run('readImage', small, length, CALLER);
  expect(children().filter((child) => !before.includes(child))).toEqual(started);
});

test('keeps a second process ready when another account has jobs too', async () => {
  const before = children();
  const started = () => children().filter((child) => !before.includes(child));
  const { run } = open();
  await run('readImage', small, length, { account: 'a' });
  await run('readImage', small, length, { account: 'a' });
  expect(started()).toHaveLength(1);
  await run('readImage', small, length, { account: 'b' });
  await expect.poll(started).toHaveLength(2);
  await run('readImage', small, length, { account: 'b' });
  expect(started()).toHaveLength(2);
});

test('kills the process of a job that takes too long in native code, and gives the next job another one', async () => {
  const { run } = open({ timeLimit: 250 });
  const task = { bytes: large, width: 6_000, height: 6_000, fit: 'fill' } as const;
  await expect(run('pixels', task, large.length, CALLER)).rejects.toMatchObject({
    name: 'JobLostError',
    reason: 'time',
  });
  // On a busy machine a small job may take too long as well.
  await expect
    .poll(() => run('readImage', small, length, CALLER).catch(() => null))
    .toMatchObject({ width: 40 });
});

test('a process that gets no time, or is killed, is a failure of the machine, and the next job gets another one', async () => {
  const before = children();
  const { load } = open({ timeLimit: 3_000, patience: 1_000 });
  const { readImage } = imagesOf(pool);
  const read = () => readImage(small, CALLER);
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    await expect.poll(() => read().catch(() => null)).toMatchObject({ width: 40 });
    const lost = load().lost.starved;
    const [child] = children().filter((one) => !before.includes(one));
    const job = readImage(large, CALLER).catch((error: unknown) => error);
    process.kill(Number(child), signal);
    expect(await job).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    expect(load().lost).toMatchObject({ time: 0, crash: 0, starved: lost + 1 });
  }
  await expect.poll(() => read().catch(() => null)).toMatchObject({ width: 40 });
});

test('a process that does not start is a failure of the server, and says nothing about the file', async () => {
  pool = processPool<ImageTasks>({
    ...{ queue: 'images', file: 'image-process', processes: 1, timeLimit: 60_000 },
    execArgv: ['--import=data:text/javascript,process.exit(1)'],
  });
  const failure = await imagesOf(pool)
    .readImage(small, CALLER)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 });
  expect(failure).toMatchObject({ cause: { message: expect.stringContaining('image-process') } });
  expect(pool.load().lost).toEqual({ time: 0, crash: 0, starved: 0, start: 1 });
});

test('no job fails if an idle process died', async () => {
  const before = children();
  const { run } = open();
  await run('readImage', small, length, CALLER);
  const child = children().find((one) => !before.includes(one));
  process.kill(Number(child), 'SIGKILL');
  await expect.poll(children).not.toContain(child);
  expect(await run('readImage', small, length, CALLER)).toMatchObject({ width: 40 });
});

test('refuses jobs of an account beyond half of the queue at once, and another account has its own half', async () => {
  const { run, close } = open();
  const refused = { a: 0, b: 0 };
  const ask = (account: 'a' | 'b') =>
    Array.from({ length: 105 }, () =>
      run('readImage', small, length, { account }).catch((error: { code: string }) => {
        if (error.code === 'unavailable') refused[account]++;
      }),
    );
  const jobs = [...ask('a'), ...ask('b')];
  await delay(1);
  // One job of `a` is in flight, and one of `b` in the reserved process.
  expect(refused).toEqual({ a: 4, b: 4 });
  await close();
  await Promise.all(jobs);
});

test('refuses jobs of an account if its waiting bytes exceed its half', async () => {
  const { run, load } = open();
  const ask = async (account: string) => {
    const job = run('readImage', small, 90_000_000, { account }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await delay(0);
    return { job };
  };
  const jobs: Promise<string>[] = [];
  for (const account of ['a', 'a', 'a', 'b', 'b', 'c']) jobs.push((await ask(account)).job);
  expect(load().waitingBytes).toBe(180_000_000);
  expect(await Promise.all(jobs)).toEqual(['done', 'done', 'unavailable', 'done', 'done', 'unavailable']);
  expect(load().waitingBytes).toBe(0);
});

test('an account that fills the queue does not delay the job of another one', async () => {
  const { run } = open();
  await run('readImage', small, length, CALLER);
  const done: string[] = [];
  const task = { bytes: large, width: 3_000, height: 3_000, fit: 'fill' } as const;
  const flood = Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      await run('pixels', task, large.length, { account: 'flood' });
      done.push('flood');
    }),
  );
  await run('readImage', small, length, { account: 'other' });
  expect(done.length).toBeLessThan(20);
  const others = Array.from({ length: 3 }, (_, at) =>
    run('readImage', small, length, { account: `other ${at}` }),
  );
  await Promise.all(others);
  expect(done.length).toBeLessThan(20);
  await pool.close();
  await flood;
});

test('drops a waiting job if its caller leaves, and a job in flight ends its turn', async () => {
  const { run, load } = open();
  const leaving = new AbortController();
  const caller = { account: 'a', signal: leaving.signal };
  const jobs = Promise.allSettled(
    Array.from({ length: 5 }, () => run('readImage', large, large.length, caller)),
  );
  await delay(50);
  leaving.abort(new Error('gone'));
  const outcomes = await jobs;
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
    Array.from({ length: 5 }, () => 'gone'),
  );
  expect(load()).toMatchObject({ waiting: 0, waitingBytes: 0 });
  expect(await run('readImage', small, length, { account: 'a' })).toMatchObject({ width: 40 });
});

test('an error of a task is internal and tells the caller nothing about it', async () => {
  const { run } = open();
  const failure = await run('thumbnail', Buffer.from('no picture'), 10, CALLER).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'internal', message: 'The task thumbnail failed.' });
});

test('jobs fail after close, and no process is left', async () => {
  const before = children();
  const { run, close } = open();
  const jobs = Promise.allSettled(
    Array.from({ length: 4 }, () => run('readImage', large, large.length, CALLER)),
  );
  await delay(50);
  await close();
  const outcomes = [
    ...(await jobs),
    ...(await Promise.allSettled([run('readImage', small, length, CALLER)])),
  ];
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(
    Array.from({ length: 5 }, () => 'unavailable'),
  );
  expect(children().filter((child) => !before.includes(child))).toEqual([]);
});

// The system ends them after 20 s of processor time, which by day other tests need.
test.runIf(isNightly)(
  'processes end with the program, even if it does not close the pool and they are in an endless loop',
  () => {
    const index = fileURLToPath(new URL('../index.ts', import.meta.url));
    const ladder = Array.from({ length: 40 }, (_, i) => composite([i + 2, i + 2]));
    const bomb = ttf(tinyTables({ glyphs: [square(), ...ladder, Buffer.alloc(0)] })).toString('base64');
    const program = `
    const { createMedia } = await import(${JSON.stringify(index)});
    const { readFileSync } = await import('node:fs');
    const media = createMedia();
    await media.builtinSample(1);
    media.readFont(Buffer.from('${bomb}', 'base64'), { account: null });
    const pid = readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8');
    setTimeout(() => { console.log(pid); process.kill(process.pid, 'SIGKILL'); }, 300);`;
    const flags = ['--conditions=vitrine-source', '--input-type=module', '-e', program];
    const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
    const pids = stdout.trim().split(' ').map(Number);
    expect(pids[0]).toBeGreaterThan(0);
    const deadline = Date.now() + 60_000;
    while (pids.some(isRunning) && Date.now() < deadline)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    expect(pids.filter(isRunning)).toEqual([]);
  },
);

function isRunning(pid: number): boolean {
  try {
    return !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
