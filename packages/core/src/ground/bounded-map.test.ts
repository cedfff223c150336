import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('a further entry removes the one that was set longest ago', () => {
  const map = new BoundedMap<string, number>(3);
  map.set('a', 1).set('b', 2).set('c', 3).set('d', 4);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 3],
    ['d', 4],
  ]);
});

test('setting an entry again removes none, and makes it the last that will be removed', () => {
  const map = new BoundedMap<string, number>(3);
  map.set('a', 1).set('b', 2).set('c', 3).set('a', 4);
  expect([...map.keys()]).toEqual(['b', 'c', 'a']);
  expect([...map.set('d', 5).set('e', 6)].map(([key]) => key)).toEqual(['a', 'd', 'e']);
  expect(map.get('a')).toBe(4);
});

test('an entry that is deleted leaves room', () => {
  const map = new BoundedMap<number, true>(2);
  map.set(1, true).set(2, true).delete(1);
  expect([...map.set(3, true).keys()]).toEqual([2, 3]);
  map.clear();
  expect([...map.set(1, true).set(2, true).keys()]).toEqual([1, 2]);
});
