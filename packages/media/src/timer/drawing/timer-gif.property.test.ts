import type { TimerDesign } from '@vitrine/core/contracts';
import fc from 'fast-check';
import { GifReader } from 'omggif';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ByteSink } from '../../gif/byte-sink.ts';
import { secondsOf, shownByGifuct, shownByOmggif, shownBySharp } from '../../gif/three-decoders.ts';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN, type SampleOptions } from './sample-scenes.ts';
import { TimerGif } from './timer-gif.ts';

const picture = await sharp({
  create: {
    width: 60,
    height: 40,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 120, sigma: 50 },
  },
})
  .png()
  .toBuffer();

const units = (show: boolean, x: number | null, y: number | null) => ({
  show,
  minDigits: null,
  label: null,
  x,
  y,
});

const designs: fc.Arbitrary<{ design: TimerDesign; options: SampleOptions }> = fc
  .record({
    scale: fc.constantFrom(1 as const, 2 as const),
    transparent: fc.boolean(),
    photo: fc.boolean(),
    pictureFit: fc.constantFrom('cover' as const, 'contain' as const, 'fill' as const),
    box: fc.constantFrom<TimerDesign['digits']['box']>(
      null,
      SAMPLE_BOX,
      { ...SAMPLE_BOX, border: null, radius: 0 },
      { ...SAMPLE_BOX, style: 'flip', padding: 2 },
      { ...SAMPLE_BOX, style: 'digit', color: '#c0204080', gradient: { color: '#204080', angle: 135 } },
    ),
    ring: fc.constantFrom(null, null, { color: '#40c0ff', track: '#20304080', width: 3, padding: 2 }),
    shadow: fc.constantFrom(null, null, { color: '#00000080', x: 2, y: 3, blur: 4 }),
    gradient: fc.constantFrom(null, null, { color: '#602080', angle: 90 }),
    fit: fc.constantFrom('shrink' as const, 'none' as const),
    headline: fc.constantFrom(null, 'It ends soon'),
    shown: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    place: fc.constantFrom(null, { x: 150, y: 40 }, { x: 5, y: 70 }, { x: 800, y: 500 }),
    minDigits: fc.constantFrom(1, 2, 3),
    size: fc.constantFrom(20, 34, 110),
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    behaviour: fc.constantFrom('zeros' as const, 'message' as const, 'image' as const),
    frames: fc.integer({ min: 1, max: 8 }),
    loop: fc.boolean(),
    optimize: fc.boolean(),
    position: fc.constantFrom('below' as const, 'above' as const),
  })
  .map((given) => ({
    design: {
      ...SAMPLE_DESIGN,
      width: 220,
      height: 60,
      scale: given.scale,
      background: {
        ...SAMPLE_DESIGN.background,
        transparent: given.transparent,
        fit: given.pictureFit,
        gradient: given.gradient,
      },
      layout: { ...SAMPLE_DESIGN.layout, align: given.align, fit: given.fit },
      headline: { ...SAMPLE_DESIGN.headline, text: given.headline },
      units: {
        days: units(given.shown[0], null, null),
        hours: units(given.shown[1], given.place?.x ?? null, given.place?.y ?? null),
        minutes: units(given.shown[2], null, null),
        seconds: units(given.shown[3], null, given.place?.y ?? null),
      },
      digits: {
        ...SAMPLE_DESIGN.digits,
        size: given.size,
        minDigits: given.minDigits,
        box: given.box,
        ring: given.ring,
        shadow: given.shadow,
      },
      labels: { ...SAMPLE_DESIGN.labels, position: given.position },
      expired: { behaviour: given.behaviour, message: 'It is over', imageId: null },
      frames: given.frames,
      loop: given.loop,
      optimize: given.optimize,
    },
    options: {
      ...(given.photo ? { background: picture } : {}),
      ...(given.behaviour === 'image' ? { expiredImage: picture } : {}),
    },
  }));

/** Times at which the number of digits changes or a unit rolls over, and the end. */
const seconds = fc.oneof(
  fc.nat(12),
  fc.integer({ min: 55, max: 70 }),
  fc.integer({ min: 3_595, max: 3_610 }),
  fc.integer({ min: 86_395, max: 86_410 }),
  fc.integer({ min: 863_995, max: 864_010 }),
  fc.integer({ min: 8_639_995, max: 8_640_010 }),
  fc.nat(400_000_000),
);

const sink = new ByteSink();

test(
  'frame k equals frame 0 of the GIF that another renderer draws k seconds later',
  verifies('timer-picture.same-second', 'timer-picture.frame-zero'),
  async () => {
    await fc.assert(
      fc.asyncProperty(designs, seconds, fc.nat(7), async ({ design, options }, secondsLeft, frame) => {
        const scene = await drawnScene(design, options);
        const gif = new TimerGif(scene).render({ secondsLeft }, sink);
        const frames = secondsOf(gif, shownByOmggif(gif));
        const k = Math.min(frame, frames.length - 1);
        const later = new TimerGif(await drawnScene(design, options)).render(
          { secondsLeft: secondsLeft - k },
          sink,
        );
        expect(Buffer.compare(frames[k] as Uint8Array, shownByOmggif(later)[0] as Uint8Array)).toBe(0);
      }),
      { numRuns: 16 },
    );
  },
);

test(
  'frames beyond the end of a recurring target are those of its next countdown',
  verifies('timer-picture.same-second', 'timer-picture.stops'),
  async () => {
    await fc.assert(
      fc.asyncProperty(
        designs,
        fc.nat(6),
        fc.constantFrom(86_400, 604_800, 2_588_400),
        async ({ design, options }, secondsLeft, next) => {
          const gif = new TimerGif(await drawnScene(design, options)).render({ secondsLeft, next }, sink);
          const frames = secondsOf(gif, shownByOmggif(gif));
          expect(frames).toHaveLength(design.frames);
          const other = new TimerGif(await drawnScene(design, options));
          for (const [k, frame] of frames.entries()) {
            const left = secondsLeft - k;
            const later = other.render({ secondsLeft: left > 0 ? left : left + next }, sink);
            expect(Buffer.compare(frame, shownByOmggif(later)[0] as Uint8Array)).toBe(0);
          }
        },
      ),
      { numRuns: 10 },
    );
  },
);

test('caches do not change any pixel', async () => {
  await fc.assert(
    fc.asyncProperty(
      designs,
      fc.array(seconds, { maxLength: 6 }),
      seconds,
      async (given, before, secondsLeft) => {
        const warm = new TimerGif(await drawnScene(given.design, given.options));
        for (const other of before) warm.render({ secondsLeft: other }, sink);
        const cold = new TimerGif(await drawnScene(given.design, given.options));
        expect(warm.render({ secondsLeft }, sink)).toEqual(cold.render({ secondsLeft }, sink));
      },
    ),
    { numRuns: 10 },
  );
});

test(
  'has a frame for each second up to the target, rectangles inside the picture, and decoders agree',
  verifies(
    'timer-picture.stops',
    'timer-picture.plays-once',
    'timer-picture.size',
    'timer-picture.whole-frames',
  ),
  async () => {
    await fc.assert(
      fc.asyncProperty(designs, seconds, async ({ design, options }, secondsLeft) => {
        const gif = new TimerGif(await drawnScene(design, options)).render({ secondsLeft }, sink);
        const reader = new GifReader(gif);
        const seconds = secondsOf(gif, shownByOmggif(gif)).length;
        expect(seconds).toBe(Math.min(design.frames, secondsLeft + 1));
        if (!design.background.transparent || !design.optimize) expect(reader.numFrames()).toBe(seconds);
        expect(reader.loopCount()).toBe(design.loop ? 0 : null);
        expect([reader.width, reader.height]).toEqual([
          design.width * design.scale,
          design.height * design.scale,
        ]);
        let elapsed = 0;
        for (let at = 0; at < reader.numFrames(); at++) {
          const { x, y, width, height, delay } = reader.frameInfo(at);
          expect([2, 98, 100]).toContain(delay);
          elapsed += delay;
          expect(x >= 0 && y >= 0 && x + width <= reader.width && y + height <= reader.height).toBe(true);
          const whole = width === reader.width && height === reader.height;
          if (at === 0 || !design.optimize) expect(whole).toBe(true);
        }
        expect(elapsed).toBe(seconds * 100);
        const shown = shownByOmggif(gif);
        expect(
          shownByGifuct(gif).every((frame, at) => Buffer.compare(frame, shown[at] as Uint8Array) === 0),
        ).toBe(true);
        const bySharp = await shownBySharp(gif);
        expect(bySharp.every((frame, at) => Buffer.compare(frame, shown[at] as Uint8Array) === 0)).toBe(true);
      }),
      { numRuns: 16 },
    );
  },
);
