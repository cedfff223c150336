import type { TimerDesign } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import { inkOf } from './layout-bounds.ts';
import type { PlacedUnit, TimerLayout } from './placed.ts';
import { inkShift } from './unit-digits.ts';

const DAY = 86_400;
const FITTING: TimerDesign = {
  ...SAMPLE_DESIGN,
  width: 600,
  height: 150,
  layout: { align: 'center', gap: null, padding: 12, fit: 'shrink' },
  digits: { ...SAMPLE_DESIGN.digits, size: 72 },
  labels: { ...SAMPLE_DESIGN.labels, size: 16 },
};

async function layout(changes: Partial<TimerDesign>, secondsLeft = 12 * DAY + 4_272): Promise<TimerLayout> {
  return (await drawnScene({ ...FITTING, ...changes })).layout(secondsLeft);
}

/** Returns the pixels between the ink of a unit's digits and the left and right edge of its box. */
function margins(design: TimerDesign, { metrics }: TimerLayout, unit: PlacedUnit): readonly [number, number] {
  if (metrics === null) throw new Error('no digits');
  const text = unit.digits;
  const shift = inkShift(design, metrics, unit, text);
  const left = shift + (metrics.places.get(text[0] ?? '')?.left ?? 0);
  const end = (text.length - 1) * unit.pitch + shift;
  return [left, unit.area.width - end - (metrics.places.get(text.at(-1) ?? '')?.right ?? 0)];
}

const CROWDED: readonly [name: string, changes: Partial<TimerDesign>, secondsLeft?: number][] = [
  ['digits of 160 px', { digits: { ...FITTING.digits, size: 160 } }],
  ['three-digit days in boxes', { digits: { ...FITTING.digits, size: 92, box: SAMPLE_BOX } }, 365 * DAY],
  ['long labels', { labels: { ...FITTING.labels, size: 24, locale: 'el' } }],
  [
    'a long headline',
    { headline: { ...FITTING.headline, text: 'Only a few hours are left until '.repeat(2) } },
  ],
  [
    'rings',
    { digits: { ...FITTING.digits, ring: { color: '#ffffff', track: '#333333', width: 6, padding: 30 } } },
  ],
  ['a phone width', { width: 320, height: 90 }],
  [
    'a box for each digit',
    { digits: { ...FITTING.digits, box: { ...SAMPLE_BOX, style: 'flip' } } },
    365 * DAY,
  ],
];

test.each(CROWDED)(
  'shrinks until all is inside the padding: %s',
  verifies('timer-picture.fit'),
  async (_, changes, secondsLeft) => {
    const { width = FITTING.width, height = FITTING.height } = changes;
    const { bounds } = await layout(changes, secondsLeft);
    expect(bounds?.x).toBeGreaterThanOrEqual(11.4);
    expect(bounds?.y).toBeGreaterThanOrEqual(11.4);
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(width - 11.4);
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(height - 11.4);
  },
);

test('draws sizes as given without fit', async () => {
  const given = {
    layout: { ...FITTING.layout, fit: 'none' as const },
    digits: { ...FITTING.digits, size: 160 },
  };
  const { bounds, metrics } = await layout(given);
  expect(metrics?.size).toBe(160);
  expect(bounds?.x).toBeLessThan(0);
});

test('digits are centred by their ink', verifies('timer-picture.fit'), async () => {
  const design = { ...FITTING, digits: { ...FITTING.digits, size: 56, box: SAMPLE_BOX } };
  for (const days of [10, 11, 12, 14, 17, 21, 31, 47, 71, 100, 111]) {
    const placed = await layout(design, days * DAY + 12);
    const [left, right] = margins(design, placed, placed.units[0] as PlacedUnit);
    expect(Math.abs(left - right), `${days}`).toBeLessThanOrEqual(1.01);
  }
});

test('the digits of the ticking unit move only when their first digit changes', async () => {
  for (const tens of [0, 10, 40]) {
    const shifts = await Promise.all(
      Array.from({ length: 10 }, async (_, ones) => {
        const placed = await layout({}, tens + ones);
        const unit = placed.units[3] as PlacedUnit;
        return placed.metrics === null ? 0 : inkShift(FITTING, placed.metrics, unit, unit.digits);
      }),
    );
    expect(new Set(shifts).size).toBe(1);
  }
});

test('separators have 60 % of the size, and space on both sides', verifies('timer-picture.fit'), async () => {
  for (const box of [null, SAMPLE_BOX, { ...SAMPLE_BOX, style: 'digit' as const }]) {
    const { units, separators, metrics } = await layout({ digits: { ...FITTING.digits, box } });
    separators.forEach((separator, at) => {
      expect(separator.size / (metrics?.size ?? 0)).toBeCloseTo(0.6, 5);
      const ink = inkOf(separator);
      const edge = (unit: PlacedUnit | undefined, side: 'left' | 'right') => {
        const areas = unit?.boxes.length ? unit.boxes : unit === undefined ? [] : [unit.area];
        const xs = areas.map(({ x, width }) => (side === 'left' ? x : x + width));
        return side === 'left' ? Math.min(...xs) : Math.max(...xs);
      };
      expect((ink?.x ?? 0) - edge(units[at], 'right')).toBeGreaterThan(2);
      expect(edge(units[at + 1], 'left') - (ink?.x ?? 0) - (ink?.width ?? 0)).toBeGreaterThan(2);
    });
  }
});

test('gaps follow the size of the digits', verifies('timer-picture.fit'), async () => {
  const gapAt = async (size: number) => {
    const { units } = await layout({
      digits: { ...FITTING.digits, size },
      labels: { ...FITTING.labels, show: false },
      separator: { ...FITTING.separator, show: false },
    });
    return (units[1]?.x ?? 0) - (units[0]?.x ?? 0) - (units[0]?.area.width ?? 0);
  };
  expect((await gapAt(60)) / (await gapAt(30))).toBeCloseTo(2, 0);
});

test('a message takes at most 60 % of the height', verifies('timer-picture.fit'), async () => {
  for (const message of ['Over', 'The sale is over. '.repeat(8)]) {
    const scene = await drawnScene({ ...FITTING, expired: { behaviour: 'message', message, imageId: null } });
    const lines = scene.message()?.lines ?? [];
    const inks = lines.flatMap((line) => inkOf(line) ?? []);
    const top = Math.min(...inks.map(({ y }) => y));
    const bottom = Math.max(...inks.map(({ y, height }) => y + height));
    expect(bottom - top).toBeLessThanOrEqual(0.6 * 150 + 12);
  }
});
