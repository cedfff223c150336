import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { median, quantile } from './median.ts';
import { cpuSecondsOf } from './process-tree.ts';
import { printTable } from './result-table.ts';
import { buildOurs, startOurs } from './served.ts';
import type { OpenOrder, OpenResult } from './timers/open-load.ts';
import { makeTimers } from './timers/timers-to-open.ts';

// Measures opens of saved timers over HTTP by 64 connections, of one timer and of a thousand different ones, and for
// comparison a server that sends one of the GIFs from memory. They run in turns, so that disturbances of the machine
// affect both.

const { quick } = benchOptions();
const CONNECTIONS = 64;
const TIMERS = quick ? 200 : 1_000;
const SLICES = quick ? 3 : 5;
const SLICE = quick ? 1_500 : 4_000;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-opens-'));
const place = await openPlace('sqlite', folder, 'opens');
buildOurs();
const ours = await startOurs({ place }, null);
const load = fork(new URL('./timers/open-load.ts', import.meta.url), {
  serialization: 'advanced',
  execArgv: [],
});
let bare: ChildProcess | null = null;

interface Opened extends OpenResult {
  /** Microseconds of processor time for an open, over all threads of the server. */
  readonly cpu: number;
}

async function open(order: Omit<OpenOrder, 'connections'>): Promise<Opened> {
  const used = () => (order.port === ours.port ? ours.cpuSeconds() : cpuSecondsOf(bare?.pid));
  const before = used();
  load.send({ ...order, connections: CONNECTIONS } satisfies OpenOrder);
  const [result] = (await once(load, 'message')) as [OpenResult];
  if (result.problem !== null) throw new Error(`port ${order.port}: ${result.problem}`);
  return { ...result, cpu: ((used() - before) / result.opens) * 1e6 };
}

async function startBare(gif: Uint8Array): Promise<number> {
  const file = join(folder, 'timer.gif');
  writeFileSync(file, gif);
  const port = ours.port + 1;
  bare = spawn(process.execPath, [
    fileURLToPath(new URL('./timers/bare-gif-server.ts', import.meta.url)),
    file,
    String(port),
  ]);
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answered !== null) return port;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const perSecond = ({ opens, seconds }: OpenResult) => opens / seconds;
const rate = (results: readonly OpenResult[]) =>
  Math.round(median(results.map(perSecond))).toLocaleString('en');
const cpu = (results: readonly Opened[]) =>
  Math.round(median(results.map((result) => result.cpu))).toLocaleString('en');
const p99 = (results: readonly OpenResult[]) =>
  quantile(
    results.flatMap(({ latencies }) => Array.from(latencies)),
    0.99,
  ).toFixed(0);

try {
  const paths = await makeTimers(ours, TIMERS);
  const first = await fetch(`http://127.0.0.1:${ours.port}${paths[0]}`);
  const gif = new Uint8Array(await first.arrayBuffer());
  const port = await startBare(gif);
  const rows: string[][] = [];
  for (const [name, opened] of [
    ['one timer', paths.slice(0, 1)],
    [`${TIMERS.toLocaleString('en')} timers`, paths],
  ] as const) {
    await open({ port: ours.port, paths: opened, milliseconds: SLICE });
    await open({ port, paths: ['/'], milliseconds: SLICE / 2 });
    const own: Opened[] = [];
    const floor: Opened[] = [];
    for (let slice = 0; slice < SLICES; slice++) {
      own.push(await open({ port: ours.port, paths: opened, milliseconds: SLICE }));
      floor.push(await open({ port, paths: ['/'], milliseconds: SLICE / 2 }));
    }
    const ratio = median(own.map((result, at) => perSecond(result) / perSecond(floor[at] ?? result)));
    rows.push([
      name,
      rate(own),
      p99(own),
      cpu(own),
      rate(floor),
      p99(floor),
      cpu(floor),
      ratio.toFixed(2),
      ours.rss().toFixed(0),
    ]);
  }
  printTable(
    [
      'opens by 64 connections',
      'ours /s',
      'p99 ms',
      'CPU µs',
      'bare /s',
      'p99 ms',
      'CPU µs',
      'ratio',
      'our MB',
    ],
    rows,
  );
  console.log(`\nA GIF of ${(gif.length / 1024).toFixed(1)} KB.`);
} finally {
  load.kill();
  (bare as ChildProcess | null)?.kill();
  await ours.stop();
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
