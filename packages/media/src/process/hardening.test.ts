import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MEASURES, type Measure } from './hardening.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';
import { createLauncher, type Hardening, type Launcher } from './launcher.ts';

const LIMITS = { timeLimit: 60_000, patience: 60_000 };
const isRoot = process.getuid?.() === 0;
const sources = join(import.meta.dirname, '..');

let folder: string;
let port: number;
let server: Server;
let launcher: Launcher;
let child: JobProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-hardening-'));
  server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await child.end();
  await launcher.close();
  server.close();
  rmSync(folder, { recursive: true });
});

function start(measures?: readonly Measure[], file = 'process/hostile-process'): void {
  launcher = createLauncher({ file, execArgv: [], measures });
  child = startJobProcess(launcher);
}

async function ask(task: string, input?: unknown): Promise<unknown> {
  const answer = await child.perform({ task, input }, LIMITS);
  return typeof answer === 'object' && 'output' in answer ? answer.output : answer;
}

async function everything() {
  return {
    read: await ask('read', '/etc/passwd'),
    write: await ask('write', join(folder, 'written')),
    spawn: await ask('spawn'),
    thread: await ask('thread'),
    connect: await ask('connect', port),
  };
}

async function identity(): Promise<{ pid: number; uid: number | null }> {
  return (await ask('identity')) as { pid: number; uid: number | null };
}

async function statusOf(): Promise<string> {
  return readFileSync(`/proc/${(await identity()).pid}/status`, 'utf8');
}

/** Returns whether the measure works on this system. CI containers refuse some. */
function isHere(measure: Measure): boolean {
  return launcher.hardening()?.active.includes(measure) === true;
}

test('all attempts succeed without measures, so the tests below can fail', async () => {
  start([]);
  expect(await everything()).toEqual({
    read: 'done',
    write: 'done',
    spawn: 'done',
    thread: 'done',
    connect: 'done',
  });
  expect(launcher.hardening()).toMatchObject({ active: [], missing: MEASURES });
});

test('a process under the measures that work here can’t read, write, spawn or connect', async () => {
  start();
  const { connect, ...rest } = await everything();
  expect(rest).toEqual({
    read: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
  });
  if (isHere('network')) expect(connect).not.toBe('done');
  expect(existsSync(join(folder, 'written'))).toBe(false);
  expect(await ask('read', join(sources, 'create-media.ts'))).toBe('done');
  expect(await ask('read', join(sources, '../../../package.json'))).toBe('ERR_ACCESS_DENIED');
  expect(await ask('read', '/proc/self/environ')).toBe('ERR_ACCESS_DENIED');
});

test('every measure is active on Linux as root', async () => {
  start();
  await ask('identity');
  if (process.platform !== 'linux' || !isRoot) return;
  const here = ['sh', 'setpriv', 'unshare'].every((program) => existsSync(`/usr/bin/${program}`));
  if (here) expect(launcher.hardening()).toMatchObject({ active: MEASURES, missing: [] });
});

describe.skipIf(process.platform !== 'linux')('on Linux, without the permission model', () => {
  test('the network has no interface', async () => {
    start(['network']);
    const { pid } = await identity();
    if (!isHere('network')) return;
    expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
    expect(await ask('connect', port)).toBe('ENETUNREACH');
  });

  test('no program can raise its privileges', async () => {
    start(['privileges']);
    const status = await statusOf();
    if (isHere('privileges')) expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
  });

  test.skipIf(!isRoot)('the user is nobody, without other groups and capabilities', async () => {
    start(['user']);
    const status = await statusOf();
    if (!isHere('user')) return;
    expect(status).toMatch(/^Uid:\s*65534\s+65534\s+65534\s+65534$/m);
    expect(status).toMatch(/^Gid:\s*65534\s+65534\s+65534\s+65534$/m);
    expect(status).toMatch(/^Groups:\s*$/m);
    expect(status).toMatch(/^CapBnd:\s*0+$/m);
    expect(status).toMatch(/^CapEff:\s*0+$/m);
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'mine', { mode: 0o600 });
    expect(await ask('read', secret)).toBe('EACCES');
    expect(await ask('write', join(folder, 'written'))).toBe('EACCES');
  });

  test('memory, files and core dumps are limited', async () => {
    start(['limits']);
    const limits = readFileSync(`/proc/${(await identity()).pid}/limits`, 'utf8');
    expect(limits).toMatch(/^Max data size\s+1073741824\s/m);
    expect(limits).toMatch(/^Max file size\s+0\s/m);
    expect(limits).toMatch(/^Max core file size\s+0\s/m);
    expect(limits).toMatch(/^Max open files\s+128\s/m);
    expect(await ask('allocate', 100_000_000)).toBe('done');
    expect(await ask('allocate', 1_500_000_000)).not.toBe('done');
  });
});

test.skipIf(!isRoot)(
  'omits a measure under which the process does not start, and takes the others',
  async () => {
    const file = join(folder, 'private-process.ts');
    chmodSync(folder, 0o700);
    writeFileSync(
      file,
      "process.on('message', () => process.send({ output: process.getuid(), memory: 0 }));\nprocess.send('ready');\n",
    );
    const reports: Hardening[] = [];
    const name = relative(sources, file).replace(/\.ts$/, '');
    launcher = createLauncher({
      file: name,
      execArgv: [],
      onHardened: (hardening) => reports.push(hardening),
    });
    child = startJobProcess(launcher);
    expect(await ask('any')).toBe(0);
    expect(reports).toHaveLength(1);
    expect(reports[0]?.missing).toContain('user');
    expect(reports[0]?.active).toEqual(expect.arrayContaining(['permissions', 'limits']));
  },
);

test('a process that never starts decides nothing about the measures', async () => {
  start(undefined, 'process/no-such-process');
  expect(await child.perform({ task: 'any', input: null }, LIMITS)).toBe('start');
  expect(launcher.hardening()).toBeNull();
});

test('takes only the permission model if the programs are missing', async () => {
  const { PATH } = process.env;
  process.env.PATH = folder;
  try {
    start();
    expect(await ask('read', '/etc/passwd')).toBe('ERR_ACCESS_DENIED');
    expect(launcher.hardening()?.active).toEqual(['permissions']);
  } finally {
    process.env.PATH = PATH;
  }
});
