import { expect, test } from 'vitest';
import { readStoreUri, storeUri } from './store-uri.ts';

test('reads stores and properties, percent-decoded once', () => {
  expect(readStoreUri('vitrine://stores/abc')).toEqual({ store: 'abc', property: null });
  expect(readStoreUri('vitrine://stores/Spare%20parts%2Fold/properties/a%25b')).toEqual({
    store: 'Spare parts/old',
    property: 'a%b',
  });
  expect(readStoreUri(storeUri('a/b c%20'))).toEqual({ store: 'a/b c%20', property: null });
});

test.each([
  '',
  'vitrine://stores/',
  'vitrine://stores',
  'vitrine://stores/a/properties/',
  'vitrine://stores/a/records/b',
  'vitrine://stores/a/properties/b/c',
  'vitrine://stores/%ff',
  'vitrine://stores/a/properties/%',
  'vitrine://stores/a?b',
  'https://stores/a',
])('%j names no resource', (uri) => {
  expect(readStoreUri(uri)).toBeNull();
});
