import { expect, test } from 'vitest';
import { renamedView } from './renamed-view.ts';
import type { ViewContent } from './view-parameters.ts';

const rename = (query: object, display: object) =>
  renamedView({ query, display } as ViewContent, 'price', 'list price');

test('a property has its new name in filters, orders and columns of a view', () => {
  expect(
    rename(
      {
        filters: [
          { field: 'price', op: 'gt', value: 'price' },
          { field: 'city', op: 'isEmpty' },
        ],
        sortBy: [{ field: 'price', dir: 'desc' }, { field: 'city' }],
        q: 'price',
      },
      {
        filters: [['price', 'lastDays', 7]],
        columns: {
          widths: { price: 90, city: 70 },
          hidden: ['price'],
          pinned: ['city'],
          order: ['city', 'price'],
        },
        note: 'price',
      },
    ),
  ).toEqual({
    query: {
      filters: [
        { field: 'list price', op: 'gt', value: 'price' },
        { field: 'city', op: 'isEmpty' },
      ],
      sortBy: [{ field: 'list price', dir: 'desc' }, { field: 'city' }],
      q: 'price',
    },
    display: {
      filters: [['list price', 'lastDays', 7]],
      columns: {
        ...{ widths: { 'list price': 90, city: 70 }, hidden: ['list price'], pinned: ['city'] },
        order: ['city', 'list price'],
      },
      note: 'price',
    },
  });
});

test('a property has its new name in the measure and the groups of a chart', () => {
  const chart = { chart: 'bar', measure: 'sum', of: 'price', by: [['price', 10], ['city']], order: 'key' };
  expect(rename({ sortBy: 'price' }, chart)).toEqual({
    query: { sortBy: 'list price' },
    display: { ...chart, of: 'list price', by: [['list price', 10], ['city']] },
  });
});

test('a view that does not name the property stays as it is', () => {
  expect(rename({}, {})).toBeNull();
  expect(rename({ q: 'price', sortBy: 'city' }, { of: 'city', columns: { pinned: ['city'] } })).toBeNull();
  expect(rename({}, { columns: 'price', by: 'price', filters: null })).toBeNull();
});
