import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { photo } from '../gallery/photo.ts';
import { openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { makeOffer } from './images/live-to-open.ts';
import { quantile } from './median.ts';
import { printTable, verdict } from './result-table.ts';
import { scatter, skuOf } from './sample-records.ts';
import { seed } from './seed.ts';
import { buildOurs, startOurs } from './served.ts';
import type { OpenOrder, OpenResult } from './timers/open-load.ts';

// Opens pictures of 600×200 with a photo, three texts and a shape over HTTP by 32 connections, each of a record of a store
// of a million and with a name that was never seen before. Then the last of them again, which are cached.

const { quick } = benchOptions();
const RECORDS = quick ? 20_000 : 1_000_000;
const DIFFERENT = quick ? 2_000 : 100_000;
/** Until the code of the server and its threads is compiled. */
const WARM_UP = 500;
const AGAIN = 500;
/** Milliseconds of one order. The whole bench takes at most twelve minutes, if the records come in two. */
const ORDER_MAX = 480_000;
const CONNECTIONS = 32;
/** Microseconds of processor time for an opening of a cached picture. */
const CACHED_MAX = 1_000;
/** MB that the caches of live images and their decoded pictures may have, and what the process has besides them. */
const BUDGET = 64 + 64 + 200;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-live-'));
const place = await openPlace('sqlite', folder, 'live');
buildOurs();
const ours = await startOurs({ place }, null);
const load = fork(new URL('./timers/open-load.ts', import.meta.url), {
  serialization: 'advanced',
  execArgv: [],
});

interface Opened {
  readonly opens: number;
  /** Of the table. */
  readonly row: readonly string[];
}

async function open(name: string, paths: readonly string[], opens: number): Promise<Opened> {
  const before = ours.cpuSeconds();
  const order: OpenOrder = {
    port: ours.port,
    paths,
    connections: CONNECTIONS,
    milliseconds: ORDER_MAX,
    opens,
  };
  load.send(order);
  const [result] = (await once(load, 'message')) as [OpenResult];
  if (result.problem !== null) throw new Error(result.problem);
  const cpu = ((ours.cpuSeconds() - before) / result.opens) * 1e6;
  const isCached = name === 'cached';
  const row = [
    name,
    result.opens.toLocaleString('en'),
    Math.round(result.opens / result.seconds).toLocaleString('en'),
    quantile(result.latencies, 0.5).toFixed(0),
    quantile(result.latencies, 0.99).toFixed(0),
    String(result.late),
    Math.round(cpu).toLocaleString('en'),
    isCached ? CACHED_MAX.toLocaleString('en') : '',
    isCached ? verdict(cpu <= CACHED_MAX) : '',
    ours.rss().toFixed(0),
  ];
  return { opens: result.opens, row };
}

/** Returns the cached megabytes by cache. */
async function cacheSizes(): Promise<string[]> {
  const text = await (await fetch(`http://127.0.0.1:${ours.port}/metrics`)).text();
  const lines = text.matchAll(/^vitrine_timer_cache_bytes\{cache="(\w+)"\} (\d+)/gm);
  return [...lines].map(([, cache, bytes]) => `${cache} ${(Number(bytes) / 1024 / 1024).toFixed(0)} MB`);
}

try {
  await seed(ours, RECORDS, 'SKU', 0, 4);
  await place.settle();
  const picture = await sharp(await photo('dusk'))
    .resize(400, 300, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer();
  const path = await makeOffer(ours, picture);
  const paths = Array.from({ length: WARM_UP + DIFFERENT }, (_, n) => {
    return `${path}?sku=${skuOf(scatter(n) % RECORDS)}&name=Reader%20${n}`;
  });
  await open('warm-up', paths.slice(0, WARM_UP), WARM_UP);
  const rss = ours.rss();
  const different = await open('never seen before', paths.slice(WARM_UP), DIFFERENT);
  const newest = paths.slice(0, WARM_UP + different.opens).slice(-AGAIN);
  const cached = await open('cached', newest, quick ? DIFFERENT : 20 * AGAIN);
  const columns = ['opens by 32 connections', 'opens', 'a second', 'p50 ms', 'p99 ms', 'late'];
  printTable([...columns, 'CPU µs', 'target', '', 'our MB'], [different.row, cached.row]);
  const grown = ours.rss() - rss;
  console.log(
    `\nMemory: ${rss.toFixed(0)} MB before, ${ours.rss().toFixed(0)} MB after, ${ours.peak().toFixed(0)} MB at most; ` +
      `grown by ${grown.toFixed(0)} MB of ${BUDGET} MB: ${verdict(grown <= BUDGET)}. Caches: ${(await cacheSizes()).join(', ')}.`,
  );
} finally {
  load.kill();
  await ours.stop();
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
