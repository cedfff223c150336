import type { StoreProperty } from '@vitrine/client';
import { expect, test } from 'vitest';
import { proposeProperties } from './slots.ts';

function property(name: string, type: StoreProperty['type'], unique = false): StoreProperty {
  return { name, type, unique, required: unique, description: null };
}

test('proposes the properties of a shop by their names and types', () => {
  const properties = [
    property('sku', 'string', true),
    property('Product name', 'string'),
    property('list_price', 'number'),
    property('stock', 'number'),
    property('photo_url', 'url_image'),
    property('page', 'url_link'),
    property('sale_ends', 'datetime'),
  ];
  expect(proposeProperties(properties)).toEqual({
    title: 'Product name',
    price: 'list_price',
    stock: 'stock',
    photo: 'photo_url',
    link: 'page',
    starts: 'sale_ends',
    ends: 'sale_ends',
  });
});

test('a slot without a fitting name takes a property of its type, a key last, and none twice', () => {
  const properties = [
    property('id_no', 'string', true),
    property('Farbe', 'string'),
    property('hero', 'url_image'),
  ];
  expect(proposeProperties(properties)).toEqual({ title: 'Farbe', photo: 'hero' });
  expect(proposeProperties([property('nr', 'string', true)])).toEqual({ title: 'nr' });
});

test('numbers and codes are not guessed from their types', () => {
  expect(proposeProperties([property('weight', 'number'), property('note', 'string')])).toEqual({
    title: 'note',
  });
});
