import type { TimerDesign } from '@vitrine/core/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import { paddingOf } from '../paint/sizes.ts';
import { sceneWarnings } from '../scene/scene-warnings.ts';

const label = fc.constantFrom(
  null,
  '',
  'S',
  'Stunden',
  'a label of up to forty letters, in words',
  'ชั่วโมง',
  '時間',
);
const unit = fc.record({
  show: fc.boolean(),
  minDigits: fc.constantFrom(null, 1, 2, 4),
  label,
  x: fc.constant(null),
  y: fc.constant(null),
});

const designs: fc.Arbitrary<TimerDesign> = fc
  .record({
    width: fc.integer({ min: 50, max: 700 }),
    height: fc.integer({ min: 20, max: 300 }),
    scale: fc.constantFrom(1 as const, 2 as const),
    size: fc.integer({ min: 8, max: 400 }),
    labelSize: fc.integer({ min: 6, max: 200 }),
    gap: fc.constantFrom(null, 0, 12, 100, 400),
    padding: fc.constantFrom(0, 6, 12, 40, 300),
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    position: fc.constantFrom('below' as const, 'above' as const),
    box: fc.constantFrom(null, SAMPLE_BOX, { ...SAMPLE_BOX, style: 'flip' as const, padding: 200 }),
    hasRing: fc.boolean(),
    headline: fc.constantFrom(
      null,
      'Sale',
      'A headline of up to eighty letters, which is wider than the picture',
    ),
    separator: fc.constantFrom('', ':', 'and then'),
    locale: fc.constantFrom('en' as const, 'de' as const, 'el' as const, 'ja' as const),
    hours: unit,
    minutes: unit,
  })
  .map((given) => ({
    ...SAMPLE_DESIGN,
    ...{ width: given.width, height: given.height, scale: given.scale },
    layout: { align: given.align, gap: given.gap, padding: given.padding, fit: 'shrink' },
    digits: {
      ...SAMPLE_DESIGN.digits,
      size: given.size,
      box: given.box,
      ring: given.hasRing ? { color: '#ffffff', track: '#333333', width: 6, padding: 30 } : null,
    },
    labels: {
      ...SAMPLE_DESIGN.labels,
      size: given.labelSize,
      position: given.position,
      locale: given.locale,
    },
    headline: { ...SAMPLE_DESIGN.headline, text: given.headline, size: given.labelSize },
    separator: { ...SAMPLE_DESIGN.separator, text: given.separator },
    units: { ...SAMPLE_DESIGN.units, hours: given.hours, minutes: given.minutes },
  }));

/** Positions are whole pixels, so an edge may be up to one farther. */
const EDGE = 1;
/** Digits of fewer pixels can't become smaller, because each takes a whole number of pixels. */
const SMALLEST = 4;

test(
  'a design that shrinks is inside its picture, and inside its padding where that leaves room',
  verifies('timer-picture.fit'),
  async () => {
    await fc.assert(
      fc.asyncProperty(
        designs,
        fc.constantFrom(0, 59, 86_400 * 9 + 5, 86_400 * 1_234 + 47_111),
        async (design, secondsLeft) => {
          const scene = await drawnScene(design);
          const { bounds, metrics } = scene.layout(secondsLeft);
          if (bounds === null || metrics === null) return;
          const { width, height, scale } = design;
          const padding = paddingOf(design) - EDGE;
          const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
          const margin = Math.min(bounds.x, bounds.y, width * scale - right, height * scale - bottom);
          const warns = sceneWarnings(scene, secondsLeft).some((text) => text.includes('cut off'));
          const isSmallest = metrics.size < SMALLEST * scale;
          expect({ fits: isSmallest || margin >= padding, isCut: margin < -EDGE && !warns }).toEqual({
            fits: true,
            isCut: false,
          });
        },
      ),
    );
  },
);
