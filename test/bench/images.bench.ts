import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { ImageDetail } from '@vitrine/core/contracts';
import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import { freePort } from '../free-port.ts';
import { openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { sendWhile } from './images/send.ts';
import { median, quantile } from './median.ts';
import { cpuSecondsOf } from './process-tree.ts';
import { printTable, verdict } from './result-table.ts';
import { skuOf } from './sample-records.ts';
import { seed } from './seed.ts';
import { buildOurs, type Served, startOurs } from './served.ts';

const CALLER = { account: null };

const { quick, slice, slices } = benchOptions();
const CONNECTIONS = quick ? [32] : [1, 32];
const THUMBNAILS = 50;

/** Returns a picture like a camera's, which hardly compresses. */
function photo(width: number, height: number, seedOf = 0): Promise<Buffer> {
  const noise = sharp({
    create: {
      width: width >> 3,
      height: height >> 3,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 110 + seedOf, sigma: 40 },
    },
  });
  return noise
    .png()
    .toBuffer()
    .then((small) => sharp(small).resize(width, height).jpeg({ quality: 85 }).toBuffer());
}

async function addImage(ours: Served, bytes: Buffer): Promise<ImageDetail> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const response = await fetch(`http://127.0.0.1:${ours.port}/admin/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ours.key}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`the image: ${response.status} ${await response.text()}`);
  return (await response.json()) as ImageDetail;
}

const requestOf = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;

interface Pair {
  readonly ours: number;
  readonly floor: number;
  readonly oursCpu: number;
  readonly floorCpu: number;
}

/** Compares `/i/…` in turns with a bare server that sends the same bytes from memory. */
async function compareServing(
  ours: Served,
  folder: string,
  name: string,
  picture: Buffer,
): Promise<string[][]> {
  const image = await addImage(ours, picture);
  const { pathname } = new URL(image.productionUrl);
  const response = await fetch(`http://127.0.0.1:${ours.port}${pathname}`);
  const file = join(folder, `${name}.bin`);
  writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
  const port = await freePort();
  const script = fileURLToPath(new URL('./images/floor-server.ts', import.meta.url));
  const floor = spawn(process.execPath, [script, file, `image/${image.format}`, String(port)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    while (
      !(await fetch(`http://127.0.0.1:${port}${pathname}`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const rows: string[][] = [];
    const request = requestOf(pathname);
    for (const connections of CONNECTIONS) {
      const pairs: Pair[] = [];
      // The first pair is the warm-up.
      for (let turn = 0; turn <= slices; turn++) {
        const isOver = (elapsed: number) => elapsed >= slice * 1_000;
        const [begin, beginFloor] = [ours.cpuSeconds(), cpuSecondsOf(floor.pid)];
        const sent = await sendWhile(ours.port, request, connections, isOver);
        const sentFloor = await sendWhile(port, request, connections, isOver);
        pairs.push({
          ours: sent.perSecond,
          floor: sentFloor.perSecond,
          oursCpu: ((ours.cpuSeconds() - begin) / sent.latencies.length) * 1e6,
          floorCpu: ((cpuSecondsOf(floor.pid) - beginFloor) / sentFloor.latencies.length) * 1e6,
        });
      }
      const measured = pairs.slice(1);
      const middle = (of: (pair: Pair) => number) => median(measured.map(of));
      const ratio = middle((pair) => pair.ours / pair.floor);
      rows.push([
        `/i/…, ${name}`,
        String(connections),
        Math.round(middle((pair) => pair.ours)).toLocaleString('en'),
        middle((pair) => pair.oursCpu).toFixed(0),
        Math.round(middle((pair) => pair.floor)).toLocaleString('en'),
        middle((pair) => pair.floorCpu).toFixed(0),
        middle((pair) => pair.floorCpu / pair.oursCpu).toFixed(2),
        ratio.toFixed(2),
        '0.7',
        verdict(ratio >= 0.7),
      ]);
    }
    return rows;
  } finally {
    floor.kill();
  }
}

/** Reads records while the server creates thumbnails that were not requested before. */
async function readBesideThumbnails(ours: Served): Promise<string[][]> {
  await seed(ours, 1_000);
  const urls: string[] = [];
  for (let n = 0; n < THUMBNAILS; n++) {
    urls.push(new URL((await addImage(ours, await photo(1_600, 1_200, n))).thumbnailUrl).pathname);
  }
  const request = requestOf(`${ours.path}/${skuOf(7)}`, `Authorization: Bearer ${ours.key}\r\n`);
  const quiet = await sendWhile(ours.port, request, 4, (elapsed) => elapsed >= 1_000);
  let left = urls.length;
  const begin = performance.now();
  const made = Promise.all(
    urls.map(async (path) => {
      const response = await fetch(`http://127.0.0.1:${ours.port}${path}`);
      await response.arrayBuffer();
      left--;
      if (!response.ok) throw new Error(`a thumbnail: ${response.status}`);
    }),
  );
  const beside = await sendWhile(ours.port, request, 4, () => left === 0);
  await made;
  const took = performance.now() - begin;
  const p99 = quantile(beside.latencies, 0.99);
  return [
    ['get record, p99 ms', quantile(quiet.latencies, 0.99).toFixed(1), '', ''],
    [`the same while ${THUMBNAILS} thumbnails are made`, p99.toFixed(1), '< 50', verdict(p99 < 50)],
    [`${THUMBNAILS} thumbnails of 1600×1200 at once, ms`, took.toFixed(0), '', ''],
  ];
}

/** Compares the media engine's thumbnail, in another process, with a plain call in this process. */
async function compareThumbnail(): Promise<string[][]> {
  const media = createMedia();
  const picture = await photo(4_000, 3_000);
  const bare = () =>
    sharp(picture).resize(320, 320, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let turn = 0; turn <= (quick ? 5 : 15); turn++) {
      const begin = performance.now();
      await media.thumbnail(picture, CALLER);
      const middle = performance.now();
      await bare();
      if (turn === 0) continue;
      times.ours.push(middle - begin);
      times.bare.push(performance.now() - middle);
    }
  } finally {
    await media.close();
  }
  const [ours, plain] = [median(times.ours), median(times.bare)];
  const row = (name: string, value: number) => [name, value.toFixed(1), '', ''];
  return [
    row('thumbnail of a 4000×3000 JPEG, ms', ours),
    row('a bare sharp call, ms', plain),
    ['ratio', (ours / plain).toFixed(2), '<= 1.2', verdict(ours / plain <= 1.2)],
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
buildOurs();
const place = await openPlace('sqlite', folder, 'images');
const ours = await startOurs({ place }, null);
try {
  const small = await sharp(await photo(160, 120))
    .png()
    .toBuffer();
  const rows = [
    ...(await compareServing(ours, folder, `${Math.round(small.length / 1_000)} kB`, small)),
    ...(await compareServing(ours, folder, '200 kB', await photo(1_600, 1_000))),
  ];
  printTable(
    [
      'operation',
      'conns',
      'ours req/s',
      'CPU µs',
      'floor req/s',
      'CPU µs',
      'CPU ratio',
      'ratio',
      'target',
      '',
    ],
    rows,
  );
  console.log('');
  const others = [...(await readBesideThumbnails(ours)), ...(await compareThumbnail())];
  printTable(['', '', 'target', ''], others);
} finally {
  await ours.stop();
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
