import { expect, test } from 'vitest';
import { resized, snapMoved, snapSized } from './snapping.ts';

const AROUND = {
  picture: { width: 600, height: 200 },
  others: [{ x: 20, y: 30, width: 100, height: 40 }],
  reach: 6,
};

test('a moved layer jumps to the nearest line of the picture or of another layer, on each axis', () => {
  const { box, guides } = snapMoved({ x: 124, y: 27, width: 50, height: 20 }, AROUND);
  expect(box).toEqual({ x: 120, y: 30, width: 50, height: 20 });
  expect(guides).toEqual([
    { axis: 'x', at: 120 },
    { axis: 'y', at: 30 },
  ]);
});

test('middles are lines, too', () => {
  const { box, guides } = snapMoved({ x: 273, y: 150, width: 50, height: 20 }, AROUND);
  expect(box.x).toBe(275);
  expect(guides).toEqual([{ axis: 'x', at: 300 }]);
});

test('a layer that is far from all lines stays where it is', () => {
  const box = { x: 200, y: 120, width: 50, height: 20 };
  expect(snapMoved(box, AROUND)).toEqual({ box, guides: [] });
  expect(snapMoved({ ...box, x: 1 }, { ...AROUND, reach: 0 }).box.x).toBe(1);
});

test('only the moved edges of a sized layer jump, and the others stay', () => {
  const start = { x: 117, y: 100, width: 60, height: 50 };
  expect(snapSized(start, { x: 'start', y: null }, AROUND).box).toEqual({ ...start, x: 120, width: 57 });
  expect(snapSized(start, { x: null, y: 'end' }, AROUND)).toEqual({ box: start, guides: [] });
  expect(snapSized({ ...start, height: 97 }, { x: null, y: 'end' }, AROUND).box.height).toBe(100);
});

test('an edge does not pass the opposite one', () => {
  const box = { x: 10, y: 10, width: 20, height: 20 };
  expect(resized(box, { x: 'start', y: 'end' }, 100, -100)).toEqual({ x: 29, y: 10, width: 1, height: 1 });
  expect(resized(box, { x: 'end', y: null }, 5, 5)).toEqual({ x: 10, y: 10, width: 25, height: 20 });
});
