import { expect, test } from 'vitest';
import { handlesApart } from './handles-apart.ts';

const unit = (x: number, y: number) => ({ x, y, width: 24 });

test('handles stay where they are if none covers another', () => {
  const still = { x: 0, y: 0 };
  expect(handlesApart([unit(0, 0), unit(24, 0), unit(0, 24)])).toEqual([still, still, still]);
});

test('handles that would cover others are moved apart', () => {
  const handles = [
    unit(10, 10),
    unit(10, 10),
    unit(20, 10),
    { x: 20, y: 0, width: 44 },
    unit(15, 12),
    unit(30, 20),
  ];
  const ways = handlesApart(handles);
  expect(ways[0]).toEqual({ x: 0, y: 0 });
  const placed = handles.map(({ x, y, width }, at) => ({
    x: x + (ways[at]?.x ?? 0),
    y: y + (ways[at]?.y ?? 0),
    width,
  }));
  for (const [at, one] of placed.entries())
    for (const other of placed.slice(at + 1))
      expect(
        Math.abs(one.x - other.x) >= (one.width + other.width) / 2 || Math.abs(one.y - other.y) >= 24,
      ).toBe(true);
});
