import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cut, flipped } from '../hostile-bytes/damage.ts';
import { fontBombs } from '../hostile-bytes/font-bombs.ts';
import { costlyImages, imageBombs, polyglots } from '../hostile-bytes/image-bombs.ts';
import { soundFonts, soundImages } from '../hostile-bytes/sound-files.ts';
import { verifies } from '../requirements.ts';
import { seeded } from '../seeded.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/** Files for each kind of damage and each format. `FUZZ_RUNS` sets another number. */
const DAMAGED = Number(process.env.FUZZ_RUNS ?? 150);
/** Concurrent uploads. */
const CLIENTS = 3;
const KEY = 'account-hostile-bytes-hostile-bytes-hostile-bytes-0';

/**
 * Created before the measurement: compressing half a gigabyte of zeros would delay the probe, which runs in this
 * process.
 */
const images = await soundImages();
const fonts = soundFonts();
const bombs = { images: Object.entries(imageBombs()), fonts: Object.entries(fontBombs()) };
const costly = Object.entries(costlyImages());
const others = Object.entries(polyglots(images.png));

let server: ServerProcess;
let probe: Awaited<ReturnType<typeof startProbe>>;

beforeAll(async () => {
  server = await startProcess({
    VITRINE_DATABASE_URL: 'memory:',
    VITRINE_ACCOUNT_KEY: KEY,
  });
  // The baseline is a server that has already read a picture and a font.
  expect(await send('/admin/images', images.png)).toMatchObject({
    status: 201,
  });
  expect(await send('/v2/fonts', fonts.woff2)).toMatchObject({ status: 201 });
  probe = await startProbe();
});

afterAll(async () => {
  expect((await server.end('SIGTERM')).code).toBe(0);
});

interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly milliseconds: number;
}

async function send(path: string, bytes: Buffer): Promise<Outcome> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file.bin');
  const began = performance.now();
  const headers = { authorization: `Bearer ${KEY}` };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', body: form, headers });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, code: body.code, milliseconds: performance.now() - began };
}

/** Requests `/healthz` repeatedly, and measures the memory of the server and of its child processes. */
async function startProbe() {
  const base = memoryOf(server.child.pid ?? 0);
  const waits: number[] = [];
  let peak = base;
  let running = true;
  const asking = (async () => {
    while (running) {
      const began = performance.now();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      waits.push(performance.now() - began);
      peak = Math.max(peak, memoryOf(server.child.pid ?? 0));
      await delay(5);
    }
  })();
  return {
    async stop() {
      running = false;
      await asking;
      waits.sort((a, b) => a - b);
      return { p99: waits[Math.floor(waits.length * 0.99)] ?? 0, probes: waits.length, growth: peak - base };
    },
  };
}

/** Returns the megabytes of a process and its children. */
function memoryOf(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children
      .filter((child) => child !== '')
      .reduce((sum, child) => sum + memoryOf(Number(child)), own);
  } catch {
    return 0;
  }
}

/** Sends the files and returns the milliseconds of the slowest response. All statuses must be in `statuses`. */
async function slowest(
  path: string,
  files: readonly [string, Buffer][],
  statuses: readonly number[],
): Promise<number> {
  const rest = files.values();
  let worst = 0;
  const client = async () => {
    for (const [name, bytes] of rest) {
      const { status, milliseconds } = await send(path, bytes);
      expect(statuses, `${name}: ${status}`).toContain(status);
      worst = Math.max(worst, milliseconds);
    }
  };
  await Promise.all(Array.from({ length: path === '/v2/fonts' ? 1 : CLIENTS }, client));
  return worst;
}

function damaged(sound: Record<string, Buffer>, seed: number): [string, Buffer][] {
  const random = seeded(seed);
  return Object.entries(sound).flatMap(([format, bytes]) =>
    Array.from({ length: DAMAGED }, (_, i) => [
      [`${format} cut, ${seed}/${i}`, cut(bytes, random)] as [string, Buffer],
      [`${format} flipped, ${seed}/${i}`, flipped(bytes, random)] as [string, Buffer],
    ]).flat(),
  );
}

describe('sent to a running server', () => {
  test(
    'bombs are refused within 4 s',
    verifies('images.ingest.pixels', 'images.ingest.canvas', 'fonts.upload.refused'),
    async () => {
      expect(await slowest('/admin/images', bombs.images, [400])).toBeLessThan(4_000);
      expect(await slowest('/v2/fonts', bombs.fonts, [400])).toBeLessThan(4_000);
    },
  );

  test('pictures at the limits are accepted or refused within 4 s', async () => {
    expect(await slowest('/admin/images', costly, [201, 400])).toBeLessThan(4_000);
  });

  test('files that are neither picture nor font are refused', verifies('images.ingest.formats'), async () => {
    expect(await slowest('/admin/images', others, [400])).toBeLessThan(4_000);
    expect(await slowest('/v2/fonts', others, [400])).toBeLessThan(4_000);
  });

  test('truncated files are refused, and files with inverted bits are refused or accepted, within 4 s', async () => {
    const damage = { images: damaged(images, 8), fonts: damaged(fonts, 9) };
    const isCut = ([name]: [string, Buffer]) => name.includes(' cut,');
    expect(await slowest('/admin/images', damage.images.filter(isCut), [400])).toBeLessThan(4_000);
    expect(await slowest('/v2/fonts', damage.fonts.filter(isCut), [400])).toBeLessThan(4_000);
    const isFlipped = (file: [string, Buffer]) => !isCut(file);
    expect(await slowest('/admin/images', damage.images.filter(isFlipped), [201, 400])).toBeLessThan(4_000);
    expect(await slowest('/v2/fonts', damage.fonts.filter(isFlipped), [201, 400])).toBeLessThan(4_000);
  });

  test('the same process delayed no other client meanwhile, kept its memory, and accepts good files', async () => {
    const { p99, probes, growth } = await probe.stop();
    console.log(`/healthz p99 ${p99.toFixed(1)} ms of ${probes} probes, memory +${growth.toFixed(0)} MB`);
    expect(p99).toBeLessThan(100);
    expect(growth).toBeLessThan(300);
    expect(server.child.exitCode).toBeNull();
    expect(await send('/admin/images', images.gif)).toMatchObject({
      status: 201,
    });
    expect(await send('/v2/fonts', fonts.woff)).toMatchObject({ status: 201 });
  });
});
