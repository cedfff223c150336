import { expect, test } from 'vitest';
import { matchPath } from './match.ts';

test.each([
  ['/', '/', {}],
  ['/', '/stores', null],
  ['/stores', '/stores', {}],
  ['/stores', '/stores/', {}],
  ['/stores/:storeId', '/stores/a%20b', { storeId: 'a b' }],
  ['/stores/:storeId', '/stores', null],
  ['/stores/:storeId', '/stores/%', null],
  ['/stores/:storeId/schema', '/stores/1/schema', { storeId: '1' }],
  ['/stores/:storeId/schema', '/stores/1/charts', null],
])('%s with %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});
