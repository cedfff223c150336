import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { ByteSink } from '../gif/byte-sink.ts';
import { type Rectangle, writeGifFrame, writeGifHeader, writeGifTrailer } from '../gif/gif-writer.ts';
import { imageTasks } from './image-tasks.ts';

const SIDE = 100;

/** Returns a GIF whose frames may be outside its screen: the first is red, later ones are blue. */
function gif(screen: readonly [width: number, height: number], frames: readonly Rectangle[]): Buffer {
  const sink = new ByteSink();
  const header = { width: SIDE, height: SIDE, palette: Uint8Array.of(255, 0, 0, 0, 0, 255), loop: 0 };
  writeGifHeader(sink, header);
  for (const [at, area] of frames.entries()) {
    const frame = { ...area, delay: 10, disposal: 'keep', transparentIndex: null } as const;
    writeGifFrame(sink, header, frame, new Uint8Array(area.width * area.height).fill(Math.min(at, 1)));
  }
  writeGifTrailer(sink);
  const bytes = Buffer.from(sink.copy());
  bytes.writeUInt16LE(screen[0], 6);
  bytes.writeUInt16LE(screen[1], 8);
  return bytes;
}

const box = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });

test.each([
  ['a first frame that reaches beyond it', [20, 20], [box(15, 15, 10, 10)], [25, 25]],
  ['no size', [0, 0], [box(0, 0, 30, 20)], [30, 20]],
  ['no size, and a first frame that is moved', [0, 0], [box(5, 4, 30, 20)], [35, 24]],
  ['no height', [40, 0], [box(0, 0, 30, 20)], [40, 20]],
  ['a first frame beside it', [10, 10], [box(50, 0, 10, 10)], [60, 10]],
  ['a later frame that reaches beyond it', [20, 20], [box(0, 0, 20, 20), box(15, 15, 10, 10)], [20, 20]],
  ['a later frame beside it', [20, 20], [box(0, 0, 20, 20), box(50, 50, 10, 10)], [20, 20]],
  ['a later frame that is larger', [20, 20], [box(0, 0, 10, 10), box(0, 0, 60, 60)], [20, 20]],
] as const)(
  'a GIF screen with %s holds the first frame',
  verifies('images.ingest.gif-screen'),
  async (_, screen, frames, size) => {
    const read = await imageTasks.readImage(gif(screen, frames));
    if ('refused' in read) throw new Error(read.refused);
    expect([read.width, read.height]).toEqual(size);
    const stored = Buffer.from(read.bytes);
    expect([stored.readUInt16LE(6), stored.readUInt16LE(8)]).toEqual(size);
    const { width, height } = await sharp(stored, { pages: 1 }).metadata();
    expect([width, height]).toEqual(size);
    expect(await imageTasks.readImage(stored)).toEqual(read);
    const thumbnail = await sharp(await imageTasks.thumbnail(stored)).metadata();
    expect([thumbnail.width, thumbnail.height]).toEqual(size);
  },
);

test(
  'limits count the grown screen, and an empty frame is refused',
  verifies('images.ingest.canvas'),
  async () => {
    const far = gif([1, 1], [box(0, 0, 2, 2)]);
    const frame = far.indexOf(0x2c, 13);
    far.writeUInt16LE(60_000, frame + 1);
    far.writeUInt16LE(60_000, frame + 3);
    expect(await imageTasks.readImage(far)).toHaveProperty('refused');
    far.writeUInt16LE(0xffff, frame + 1);
    expect(await imageTasks.readImage(far)).toHaveProperty('refused');
    const empty = gif([0, 0], [box(0, 0, 1, 1)]);
    empty.writeUInt16LE(0, empty.indexOf(0x2c, 13) + 5);
    expect(await imageTasks.readImage(empty)).toHaveProperty('refused');
  },
);
