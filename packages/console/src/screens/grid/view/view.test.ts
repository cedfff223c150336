import { expect, test } from 'vitest';
import { pressColumn, type View } from './view.ts';

const view: View = { filters: [], match: 'all', q: '', sortBy: null, sortDir: 'asc', thenBy: [], from: '5' };
const press = (before: View, ...presses: readonly (readonly [string, boolean])[]) => {
  const { sortBy, sortDir, thenBy, from } = presses.reduce(
    (shown, [field, more]) => pressColumn(shown, field, more),
    before,
  );
  return { keys: [[sortBy, sortDir], ...thenBy.map(({ field, dir }) => [field, dir])], from };
};

test('a press sorts by a column: ascending, descending, then as added', () => {
  expect(press(view, ['a', false])).toEqual({ keys: [['a', 'asc']], from: null });
  expect(press(view, ['a', false], ['a', false]).keys).toEqual([['a', 'desc']]);
  expect(press(view, ['a', false], ['a', false], ['a', false]).keys).toEqual([[null, 'asc']]);
});

test('a press with Shift adds a column to the order, turns it, and takes it out again', () => {
  const two = [
    ['a', false],
    ['b', true],
  ] as const;
  expect(press(view, ...two).keys).toEqual([
    ['a', 'asc'],
    ['b', 'asc'],
  ]);
  expect(press(view, ...two, ['b', true]).keys).toEqual([
    ['a', 'asc'],
    ['b', 'desc'],
  ]);
  expect(press(view, ...two, ['b', true], ['b', true]).keys).toEqual([['a', 'asc']]);
  expect(press(view, ...two, ['a', true], ['a', true]).keys).toEqual([['b', 'asc']]);
  expect(press(view, ...two, ['b', false]).keys).toEqual([['b', 'asc']]);
  const five = ['a', 'b', 'c', 'd', 'e'].map((field) => [field, true] as const);
  expect(press(view, ...five).keys).toHaveLength(4);
});
