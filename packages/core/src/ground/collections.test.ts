import { expect, test } from 'vitest';
import { BoundedMap, ItemList, ListItem } from './collections.ts';

class Named extends ListItem {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

function namesIn(list: ItemList<Named>): string {
  let names = '';
  list.visit(({ name }) => {
    names += name;
  });
  return names;
}

function arrange() {
  const list = new ItemList<Named>();
  const items = ['a', 'b', 'c'].map((name) => new Named(name)) as [Named, Named, Named];
  for (const item of items) list.add(item);
  return { list, items };
}

test.each([
  [[0], 'bc'],
  [[1], 'ac'],
  [[2], 'ab'],
  [[1, 0], 'c'],
  [[0, 1, 2], ''],
] as const)('keeps the order of the others when the items %j are removed', (removed, left) => {
  const { list, items } = arrange();
  for (const index of removed) list.delete(items[index]);
  expect(namesIn(list)).toBe(left);
  expect(list.length).toBe(left.length);
});

test('appends a removed item that is added again; ignores an item that is already added or removed', () => {
  const { list, items } = arrange();
  list.add(items[1]);
  list.delete(new Named('x'));
  list.delete(items[0]);
  list.delete(items[0]);
  list.add(items[0]);
  expect(namesIn(list)).toBe('bca');
});

test('clears the links of a removed item', () => {
  const { list, items } = arrange();
  list.delete(items[1]);
  expect(items[1]).toMatchObject({ previousItem: null, nextItem: null, list: null });
});

test('does not visit items that a visit removes or adds', () => {
  const { list, items } = arrange();
  let visited = '';
  list.visit((item) => {
    visited += item.name;
    list.delete(items[1]);
    list.add(new Named('d'));
  });
  expect(visited).toBe('ac');
  expect(namesIn(list)).toBe('acdd');
});

test('rejects an item of another list', () => {
  const { items } = arrange();
  expect(() => new ItemList<Named>().add(items[0])).toThrow('another list');
});

test('shift removes and returns the first item', () => {
  const { list, items } = arrange();
  expect([list.shift(), list.shift(), list.shift(), list.shift()]).toEqual([...items, null]);
  expect(list.length).toBe(0);
});

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
