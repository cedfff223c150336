import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { imageTasks } from './image-tasks.ts';

const SIDE = 8;
const HEADER_END = 33;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

function gammaChunk(value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return chunk('gAMA', data);
}

/** The colour space of the samples of each kind of picture. */
const SPACES = { grey: 'b-w', grey16: 'grey16', rgb: 'srgb', rgb16: 'rgb16', palette: 'srgb' } as const;

/** Returns a PNG of one grey, with chunks behind its header. */
async function grey(value: number, chunks: readonly Buffer[], kind: keyof typeof SPACES): Promise<Buffer> {
  const picture = sharp({
    create: { width: SIDE, height: SIDE, channels: 3, background: { r: value, g: value, b: value } },
  });
  const png = await picture
    .toColourspace(SPACES[kind])
    .png({ palette: kind === 'palette' })
    .toBuffer();
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);
}

async function shownBy(bytes: Uint8Array): Promise<{ readonly thumbnail: number; readonly timer: number }> {
  const [thumbnail, timer] = await Promise.all([
    imageTasks.thumbnail(bytes).then((webp) => sharp(webp).removeAlpha().raw().toBuffer()),
    imageTasks.pixels({ bytes, width: SIDE, height: SIDE, fit: 'fill' }),
  ]);
  return { thumbnail: thumbnail[0] ?? -1, timer: timer[0] ?? -1 };
}

async function stored(bytes: Buffer): Promise<Buffer> {
  const read = await imageTasks.readImage(bytes);
  if ('refused' in read) throw new Error(read.refused);
  return Buffer.from(read.bytes);
}

/** What browsers show: the light of the sample, in sRGB. */
function shownValue(sample: number, gamma: number): number {
  const light = (sample / 255) ** (100_000 / gamma);
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}

test.each([
  [100_000, 'rgb'],
  [100_000, 'grey'],
  [100_000, 'grey16'],
  [100_000, 'rgb16'],
  [100_000, 'palette'],
  [55_556, 'rgb'],
  [30_000, 'grey'],
  [30_000, 'grey16'],
] as const)(
  'a gamma of %i in a picture of the kind %s becomes a profile, which all agree on',
  verifies('images.ingest.gamma'),
  async (gamma, kind) => {
    const bytes = await stored(await grey(128, [gammaChunk(gamma)], kind));
    expect(bytes.includes('gAMA')).toBe(false);
    expect(bytes.includes('iCCP')).toBe(true);
    const { thumbnail, timer } = await shownBy(bytes);
    expect(Math.abs(thumbnail - shownValue(128, gamma))).toBeLessThan(4);
    expect(Math.abs(timer - shownValue(128, gamma))).toBeLessThan(4);
    expect(await stored(bytes)).toEqual(bytes);
  },
);

test.each([
  ['of sRGB', [gammaChunk(45_455)]],
  ['of zero', [gammaChunk(0)]],
  ['beside the chunk of sRGB', [gammaChunk(100_000), chunk('sRGB', Buffer.of(0))]],
  ['of another length', [chunk('gAMA', Buffer.alloc(3))]],
])('a gamma %s changes nothing', verifies('images.ingest.gamma'), async (_, chunks) => {
  const bytes = await stored(await grey(128, chunks, 'rgb'));
  expect(bytes.includes('gAMA')).toBe(false);
  expect(bytes.includes('iCCP')).toBe(false);
  expect(Math.abs((await shownBy(bytes)).timer - 128)).toBeLessThan(2);
});
