import { expect, test } from 'vitest';
import { galleryWindow, movedIndex, TILE, topShowing } from './gallery-window.ts';

const STRIDE = TILE.height + TILE.gap;
/** Four columns and three rows. */
const port = { top: 0, width: 4 * (TILE.width + TILE.gap) - TILE.gap, height: 3 * STRIDE };

test('renders the rows in sight and three on both sides, of any number of images', () => {
  expect(galleryWindow(port, 10_000)).toEqual({
    columns: 4,
    rows: 2_500,
    first: 0,
    last: 24,
    offset: 0,
    height: 2_500 * STRIDE - TILE.gap,
  });
  expect(galleryWindow({ ...port, top: 100 * STRIDE }, 10_000)).toMatchObject({
    first: 388,
    last: 424,
    offset: 97 * STRIDE,
  });
});

test('renders nothing after the last image, not even if it is scrolled further', () => {
  expect(galleryWindow({ ...port, top: 90 * STRIDE }, 6)).toMatchObject({ rows: 2, first: 8, last: 6 });
  expect(galleryWindow(port, 0)).toMatchObject({ rows: 0, first: 0, last: 0, height: 0 });
});

test('has two columns at least', () => {
  expect(galleryWindow({ ...port, width: 100 }, 5).columns).toBe(2);
});

test.each([
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 4, 3],
  ['ArrowRight', 9, 9],
  ['ArrowUp', 2, 2],
  ['ArrowUp', 6, 2],
  ['ArrowDown', 3, 7],
  ['ArrowDown', 6, 9],
  ['ArrowDown', 9, 9],
  ['Home', 9, 0],
  ['End', 0, 9],
  ['PageDown', 0, 9],
  ['PageUp', 9, 0],
  ['x', 5, null],
])('%s at %i of 10 images leads to %s', (key, index, target) => {
  expect(movedIndex(key, index, 10, port)).toBe(target);
});

test('scrolls only as far as an image needs to be in sight', () => {
  expect(topShowing(0, 4, port)).toBe(0);
  expect(topShowing(11, 4, port)).toBe(0);
  expect(topShowing(12, 4, port)).toBe(4 * STRIDE - TILE.gap - port.height);
  expect(topShowing(0, 4, { ...port, top: 500 })).toBe(0);
});
