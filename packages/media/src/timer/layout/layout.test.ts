import type { TimerDesign } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import type { PlacedLine, PlacedUnit, TimerLayout } from './placed.ts';

const SECONDS = 5 * 86_400 + 47;

async function layout(changes: Partial<TimerDesign>, secondsLeft = SECONDS): Promise<TimerLayout> {
  return (await drawnScene({ ...SAMPLE_DESIGN, ...changes })).layout(secondsLeft);
}

function middleOfLine({ line, x, size }: PlacedLine): number {
  return x + (((line.ink?.left ?? 0) + (line.ink?.right ?? 0)) / 2) * size;
}

const BOXED = { digits: { ...SAMPLE_DESIGN.digits, size: 24, box: SAMPLE_BOX } };

function middles(units: readonly PlacedUnit[]): number[] {
  return units.map(({ boxes }) => (boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0) / 2);
}

test('the row is centred in both directions', async () => {
  const { bounds, units } = await layout(BOXED);
  const first = units[0]?.boxes[0];
  const last = units.at(-1)?.boxes[0];
  const left = first?.x ?? 0;
  const right = 300 - (last?.x ?? 0) - (last?.width ?? 0);
  expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  const top = bounds?.y ?? 0;
  const bottom = 80 - top - (bounds?.height ?? 0);
  expect(Math.abs(top - bottom)).toBeLessThanOrEqual(2);
});

test('gaps between boxes are equal, and labels are centred below them', async () => {
  const { units } = await layout(BOXED);
  const gaps = units.slice(1).map(({ boxes }, at) => {
    const before = units[at]?.boxes[0];
    return (boxes[0]?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0);
  });
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
  middles(units).forEach((middle, at) => {
    expect(middleOfLine(units[at]?.label as PlacedLine)).toBeCloseTo(middle, 4);
  });
});

test('separators are centred between digits in both directions', async () => {
  const { units, separators } = await layout({});
  expect(separators).toHaveLength(3);
  const cells = units.map(({ area }) => ({ left: area.x, right: area.x + area.width }));
  separators.forEach((separator, at) => {
    const between = ((cells[at]?.right ?? 0) + (cells[at + 1]?.left ?? 0)) / 2;
    expect(Math.abs(middleOfLine(separator) - between)).toBeLessThanOrEqual(0.51);
    const ink = separator.line.ink;
    const level = separator.baseline - (((ink?.top ?? 0) + (ink?.bottom ?? 0)) / 2) * separator.size;
    // Inter's digits are 0.73 em high.
    expect(Math.abs(level - ((units[at]?.baseline ?? 0) - (0.727 * 34) / 2))).toBeLessThanOrEqual(1);
  });
});

test('a number of three digits has one more cell, and the others keep their width', async () => {
  const two = await layout(BOXED);
  const three = await layout(BOXED, 365 * 86_400);
  const widths = ({ units }: TimerLayout) => units.map(({ boxes }) => boxes[0]?.width ?? 0);
  expect(widths(three).slice(1)).toEqual(widths(two).slice(1));
  expect(widths(three)[0]).toBeGreaterThan(widths(two)[0] ?? 0);
});

test('long labels widen all gaps equally', async () => {
  const { units } = await layout({ ...BOXED, labels: { ...SAMPLE_DESIGN.labels, locale: 'da', size: 13 } });
  const spans = units.map(({ label }) => {
    const ink = label?.line.ink;
    return { left: (label?.x ?? 0) + (ink?.left ?? 0) * 13, right: (label?.x ?? 0) + (ink?.right ?? 0) * 13 };
  });
  spans.slice(1).forEach(({ left }, at) => {
    expect(left - (spans[at]?.right ?? 0)).toBeGreaterThan(8);
  });
  const [first = 0, second = 0, third = 0, fourth = 0] = middles(units);
  expect(Math.abs(second - first - (third - second))).toBeLessThanOrEqual(1);
  expect(Math.abs(third - second - (fourth - third))).toBeLessThanOrEqual(1);
});

test('a row can be aligned to either side, with labels inside the padding', async () => {
  const left = await layout({
    ...BOXED,
    layout: { ...SAMPLE_DESIGN.layout, align: 'left', gap: 4, padding: 20 },
  });
  expect(left.bounds?.x).toBeCloseTo(20, -0.5);
  const right = await layout({
    ...BOXED,
    layout: { ...SAMPLE_DESIGN.layout, align: 'right', gap: 4, padding: 20 },
  });
  expect((right.bounds?.x ?? 0) + (right.bounds?.width ?? 0)).toBeCloseTo(280, -0.5);
});

test('a unit with a position is centred there, and has no separator', async () => {
  const seconds = { show: true, minDigits: null, label: null, x: 260, y: 30 };
  const { units, separators } = await layout({ ...BOXED, units: { ...SAMPLE_DESIGN.units, seconds } });
  expect(middles(units).at(-1)).toBeCloseTo(260, 0);
  expect(separators).toHaveLength(2);
});

test('labels can be above the digits', async () => {
  const { units } = await layout({ ...BOXED, labels: { ...SAMPLE_DESIGN.labels, position: 'above' } });
  for (const { boxes, label } of units) expect(label?.baseline).toBeLessThan(boxes[0]?.y ?? 0);
});

test('scale 2 doubles all coordinates', async () => {
  const once = await layout(BOXED);
  const twice = await layout({ ...BOXED, scale: 2 });
  middles(once.units).forEach((middle, at) => {
    expect(Math.abs(middle * 2 - (middles(twice.units)[at] ?? 0))).toBeLessThanOrEqual(5);
  });
});
