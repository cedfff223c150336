import { expect, test } from 'vitest';
import type { SavedDesign } from '../../requests/saved-designs.ts';
import { placesOfProperty } from './property-places.ts';

const STORE = 'store-1';

function live(design: object): SavedDesign {
  return { kind: 'live', design } as unknown as SavedDesign;
}

const places = (name: string, saved: SavedDesign) => placesOfProperty(STORE, name, saved);

test('finds the layers, sources, rules and the link that read a property', () => {
  const saved = live({
    sources: {
      product: { kind: 'record', storeId: STORE, key: { sku: '{{ sku }}' } },
      cheapest: { kind: 'query', storeId: STORE, filters: [{ field: 'stock', op: 'gt' }], sortBy: 'price' },
      other: { kind: 'record', storeId: 'store-2', key: { sku: '{{ sku }}' } },
    },
    layers: {
      Price: { type: 'text', text: '{{ product.price | money: "USD" }}', show: null },
      Was: { type: 'text', text: '{{ product["list price"] }}' },
      Other: { type: 'text', text: '{{ other.price }} {{ product.prices }} {{ xproduct.price }}' },
      End: {
        type: 'timer',
        design: { target: { kind: 'record', storeId: STORE, property: 'until', key: {} } },
      },
    },
    rules: { 'sold out': { when: [{ field: 'product.stock', op: 'eq', value: 0 }], layers: {} } },
    link: 'https://shop.example/{{ product.slug }}',
    altText: null,
    fallback: { imageId: null, link: null },
  });
  expect(places('price', saved)).toEqual(['cheapest', 'Price']);
  expect(places('list price', saved)).toEqual(['Was']);
  expect(places('stock', saved)).toEqual(['cheapest', 'sold out']);
  expect(places('sku', saved)).toEqual(['product']);
  expect(places('until', saved)).toEqual(['End']);
  expect(places('slug', saved)).toEqual(['link and alternative text']);
  expect(places('prices', saved)).toEqual(['Other']);
  expect(places('slu', saved)).toEqual([]);
});

test('finds the timer whose end is in a property, and the one whose record is found by it', () => {
  const target = { kind: 'record', storeId: STORE, key: { sku: '{{ sku }}' }, property: 'until' };
  const saved = { kind: 'timer', design: { target } } as unknown as SavedDesign;
  expect(places('until', saved)).toEqual(['end']);
  expect(places('sku', saved)).toEqual(['end']);
  expect(places('name', saved)).toEqual([]);
  expect(placesOfProperty('store-2', 'until', saved)).toEqual([]);
});
