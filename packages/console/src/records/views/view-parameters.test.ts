import { expect, test } from 'vitest';
import { contentOf, parametersOf, type ViewKind } from './view-parameters.ts';

const again = (kind: ViewKind, text: string) => {
  const parameters = new URLSearchParams(text);
  return String(parametersOf({ kind, ...contentOf(kind, parameters) }));
};

test('what a view keeps of an address is that address again', () => {
  const addresses: readonly (readonly [ViewKind, Readonly<Record<string, string>>])[] = [
    ['records', {}],
    ['records', { q: 'a b' }],
    ['records', { filter: '[["state","eq","TX"],["n","gt",1]]', match: 'any', q: 'ö' }],
    ['records', { filter: '[["price","between",[1,2]],["at","last",7]]' }],
    ['records', { filter: '[["price","empty"]]', sort: 'price', dir: 'desc' }],
    ['records', { sort: 'price', thenBy: '[["name","asc"],["at","desc"]]' }],
    ['chart', { filter: '[["state","in",["TX","OK"]]]' }],
    [
      'chart',
      { chart: 'line', measure: 'sum', of: 'price', by: '[["at","month","UTC"],["n",2.5]]', top: '50' },
    ],
  ];
  for (const [kind, parameters] of addresses) {
    const text = String(new URLSearchParams(parameters));
    const sorted = (given: string) => [...new URLSearchParams(given)].toSorted().join('\n');
    expect(sorted(again(kind, text))).toBe(sorted(text));
  }
});

test('parameters that are no part of a view stay out of it', () => {
  expect(again('records', 'record=1&from=3&view=x&changed=1&chart=line&q=a')).toBe('q=a');
  expect(again('chart', 'q=a&sort=price&top=10')).toBe('top=10');
});

test('a query keeps the order of the page, which differs from that of the server', () => {
  expect(contentOf('records', new URLSearchParams()).query).toEqual({
    sortBy: 'date_created',
    sortDir: 'asc',
  });
  const parametersOfQuery = (query: object) => String(parametersOf({ kind: 'records', query, display: {} }));
  expect(parametersOfQuery({})).toBe('sort=date_created&dir=desc');
  expect(parametersOfQuery({ sortBy: [] })).toBe('sort=date_created&dir=desc');
  expect(parametersOfQuery({ sortBy: 'price' })).toBe('sort=price');
});

test('a query has filters that the server knows', () => {
  const { query } = contentOf('records', new URLSearchParams({ filter: '[["price","between",[1,2]]]' }));
  expect(query.filters).toEqual([
    { field: 'price', op: 'gte', value: 1 },
    { field: 'price', op: 'lte', value: 2 },
  ]);
});

test('what other programs keep in a view does no harm', () => {
  const display = { filters: 'none', chart: 7, by: [['a'], 3], top: null, of: { a: 1 } };
  expect(String(parametersOf({ kind: 'chart', query: {}, display }))).toBe(
    String(new URLSearchParams({ by: '[["a"],3]' })),
  );
});
