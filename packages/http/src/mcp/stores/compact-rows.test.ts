import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { compactGroups, compactItems } from './compact-rows.ts';

test('names members once, and has the values of each item in their order', verifies('tools.compact'), () => {
  const items = [
    { id: 'A', price: 1, open: null },
    { price: 2, open: true, id: 'B' },
  ];
  expect(compactItems(items)).toEqual({
    columns: ['id', 'price', 'open'],
    rows: [
      ['A', 1, null],
      ['B', 2, true],
    ],
  });
  expect(compactItems([])).toEqual({ columns: [], rows: [] });
});

test('shows groups by key, values and count, where they have them', verifies('tools.compact'), () => {
  const group = { key: { city: 'Linz', tier: null }, values: { sum_price: 3 }, count: 2 };
  expect(compactGroups([group])).toEqual({
    columns: ['city', 'tier', 'sum_price', 'count'],
    rows: [['Linz', null, 3, 2]],
  });
  expect(compactGroups([{ key: {}, values: { n: 2 } }])).toEqual({ columns: ['n'], rows: [[2]] });
  expect(compactGroups([{ key: { city: 'Linz' }, count: 2 }])).toEqual({
    columns: ['city', 'count'],
    rows: [['Linz', 2]],
  });
  expect(compactGroups([])).toEqual({ columns: [], rows: [] });
});
