import { performance } from 'node:perf_hooks';
import type { TimerDesign } from '@vitrine/core/contracts';
import { GifReader } from 'omggif';
import { ByteSink } from '../../packages/media/src/gif/byte-sink.ts';
import type { GifHeader } from '../../packages/media/src/gif/gif-writer.ts';
import { shownByOmggif } from '../../packages/media/src/gif/three-decoders.ts';
import { drawnScene, INTER_BOLD } from '../../packages/media/src/timer/drawing/sample-scenes.ts';
import { TimerGif } from '../../packages/media/src/timer/drawing/timer-gif.ts';
import { DESIGNS } from '../gallery/designs.ts';
import { photo } from '../gallery/photo.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { printTable, verdict } from './result-table.ts';
import { byGifEncoder2, byGifenc, byOmggif, byOurWriter, type IndexedFrames } from './timers/encoders.ts';
import { LOOKS } from './timers/looks.ts';

// Measures a countdown of 60 frames at 600×150, with eight digits and labels, on one color and on a picture; and the
// same frames by encoders of the registry; and other looks, each in turns with the plain one. Everything runs in this
// thread.

const { quick } = benchOptions();
const ROUNDS = quick ? 30 : 300;
const PEER_ROUNDS = quick ? 1 : 5;
const COLD_ROUNDS = quick ? 3 : 10;
/** Renders between two readings of the processor time. */
const BATCH = 10;
const SECONDS = 480_707;
const sink = new ByteSink();

interface Ground {
  readonly name: string;
  readonly background: Uint8Array | null;
  readonly targetMs: number;
  readonly targetKb: number;
}

const GROUNDS: readonly Ground[] = [
  { name: 'flat', background: null, targetMs: 3, targetKb: 40 },
  { name: 'photo', background: await photo('dusk'), targetMs: 12, targetKb: 130 },
];

const plain = DESIGNS.find(({ name }) => name === 'plain')?.design as TimerDesign;

function draw({ background }: Ground, changes: Partial<TimerDesign> = {}): Promise<TimerGif> {
  const options = { font: { builtin: INTER_BOLD }, ...(background === null ? {} : { background }) };
  return drawnScene({ ...plain, ...changes }, options).then((scene) => new TimerGif(scene));
}

/** Returns the milliseconds of each call. */
function measured(rounds: number, run: (round: number) => unknown): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const begin = performance.now();
    run(round);
    return performance.now() - begin;
  });
}

/** Returns the processor time of a render in milliseconds. */
function processorTime(timer: TimerGif, secondsLeft: number): number {
  const begin = process.cpuUsage();
  for (let at = 0; at < BATCH; at++) timer.render({ secondsLeft: secondsLeft - at }, sink);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / BATCH;
}

const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 0);
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

/** Returns the frames of a GIF as they are written: rectangles of palette indexes. */
function indexedFrames(gif: Uint8Array): IndexedFrames {
  const reader = new GifReader(gif);
  const { width, height } = reader;
  const colors = 2 << ((gif[10] ?? 0) & 7);
  const palette = gif.slice(13, 13 + colors * 3);
  const header: GifHeader = { width, height, palette, loop: null };
  const indexOf = new Map<number, number>();
  for (let at = 0; at < colors; at++) {
    const color =
      ((palette[at * 3] ?? 0) << 16) | ((palette[at * 3 + 1] ?? 0) << 8) | (palette[at * 3 + 2] ?? 0);
    if (!indexOf.has(color)) indexOf.set(color, at);
  }
  const canvas = new Uint8Array(width * height * 4);
  const frames = Array.from({ length: reader.numFrames() }, (_, at) => {
    const { x, y, width: w, height: h, delay } = reader.frameInfo(at);
    reader.decodeAndBlitFrameRGBA(at, canvas);
    const indexes = new Uint8Array(w * h);
    for (let pixel = 0; pixel < indexes.length; pixel++) {
      const from = ((y + Math.floor(pixel / w)) * width + x + (pixel % w)) * 4;
      const color = ((canvas[from] ?? 0) << 16) | ((canvas[from + 1] ?? 0) << 8) | (canvas[from + 2] ?? 0);
      indexes[pixel] = indexOf.get(color) ?? 0;
    }
    const frame = { x, y, width: w, height: h, delay, disposal: 'keep' as const, transparentIndex: null };
    return { frame, indexes };
  });
  return { header, frames };
}

const ours: string[][] = [];
const peers: string[][] = [];
const writers: string[][] = [];

for (const ground of GROUNDS) {
  const shapes: readonly [name: string, changes: Partial<TimerDesign>, hasTarget: boolean][] = [
    ['60 frames', {}, true],
    ['60 frames, 2×', { scale: 2 }, false],
    ['60 whole frames', { optimize: false }, false],
    ['1 frame', { frames: 1 }, false],
  ];
  for (const [name, changes, hasTarget] of shapes) {
    const cold: number[] = [];
    for (let round = 0; round < COLD_ROUNDS; round++) {
      const begin = performance.now();
      (await draw(ground, changes)).render({ secondsLeft: SECONDS }, sink);
      cold.push(performance.now() - begin);
    }
    const timer = await draw(ground, changes);
    const gif = timer.render({ secondsLeft: SECONDS }, sink);
    const rounds = changes.optimize === false ? Math.ceil(ROUNDS / 10) : ROUNDS;
    const warm = median(
      measured(rounds, (round) => timer.render({ secondsLeft: SECONDS - 1 - round }, sink)),
    );
    const reached = warm <= ground.targetMs && gif.length <= ground.targetKb * 1024;
    ours.push([
      `${ground.name}, ${name}`,
      milliseconds(warm),
      hasTarget ? `<= ${ground.targetMs}` : '',
      kilobytes(gif.length),
      hasTarget ? `<= ${ground.targetKb}` : '',
      milliseconds(median(cold)),
      hasTarget ? verdict(reached) : '',
    ]);
  }

  const timer = await draw(ground);
  const gif = timer.render({ secondsLeft: SECONDS }, sink);
  const rgba = shownByOmggif(gif);
  const warm = median(measured(ROUNDS, (round) => timer.render({ secondsLeft: SECONDS - round }, sink)));
  const { width, height } = plain;
  for (const [name, encode] of [
    ['gifenc', byGifenc],
    ['gif-encoder-2', byGifEncoder2],
  ] as const) {
    let bytes = 0;
    const taken = median(
      measured(PEER_ROUNDS, () => {
        bytes = encode(rgba, width, height).length;
      }),
    );
    peers.push([
      `${ground.name}, ${name}`,
      milliseconds(taken),
      kilobytes(bytes),
      `${Math.round(taken / warm)}×`,
      `${(bytes / gif.length).toFixed(1)}×`,
    ]);
  }

  const whole = indexedFrames(
    (await draw(ground, { optimize: false, frames: 10 })).render({ secondsLeft: SECONDS }, sink),
  );
  for (const [name, frames] of [
    ['60 frames as rectangles', indexedFrames(gif)],
    ['10 whole frames', whole],
  ] as const) {
    const same = Buffer.compare(byOurWriter(frames), byOmggif(frames)) === 0;
    const own: number[] = [];
    const other: number[] = [];
    for (let round = 0; round < ROUNDS / 10; round++) {
      own.push(...measured(1, () => byOurWriter(frames)));
      other.push(...measured(1, () => byOmggif(frames)));
    }
    const ratio = median(other) / median(own);
    writers.push([
      `${ground.name}, ${name}`,
      milliseconds(median(own)),
      milliseconds(median(other)),
      `${ratio.toFixed(1)}×`,
      same ? 'the same' : 'DIFFERENT',
    ]);
  }
}

const flat = GROUNDS[0] as Ground;
const looks: string[][] = [];
for (const { name, changes } of LOOKS) {
  const [plainTimer, timer] = [await draw(flat), await draw(flat, changes(plain))];
  const { length } = timer.render({ secondsLeft: SECONDS }, sink);
  plainTimer.render({ secondsLeft: SECONDS }, sink);
  const plainTimes: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS / BATCH; round++) {
    const second = SECONDS - 1 - round * BATCH;
    plainTimes.push(processorTime(plainTimer, second));
    times.push(processorTime(timer, second));
  }
  const [own, usual] = [median(times), median(plainTimes)];
  looks.push([
    name,
    milliseconds(own),
    milliseconds(usual),
    `${(own / usual).toFixed(1)}×`,
    kilobytes(length),
  ]);
}

printTable(['600×150, eight digits, labels', 'warm ms', 'target', 'KB', 'target', 'cold ms', ''], ours);
console.log();
printTable(['flat, 60 frames', 'processor ms', 'plain', 'ratio', 'KB'], looks);
console.log();
printTable(['the same 60 frames', 'ms', 'KB', 'our time', 'our bytes'], peers);
console.log();
printTable(['writing alone', 'ours ms', 'omggif ms', 'ratio', 'bytes'], writers);
