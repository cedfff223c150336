import { expect, test } from 'vitest';
import { TEMPLATES } from './all-templates.ts';
import { eventInvitation } from './event-invitation.ts';
import { type Filling, fillTemplate, sourceName, variableName } from './fill-template.ts';
import { productCard } from './product-card.ts';

const PLACE = { currency: 'EUR', locale: 'en', timeZone: 'UTC', imageId: null, timer: null } as const;
const EMPTY: Filling = { ...PLACE, store: null, properties: {}, record: null, map: null };
const property = (name: string, unique = false) =>
  ({ name, type: 'string', unique, required: unique, description: null }) as const;
const SHOP: Filling = {
  ...EMPTY,
  store: { id: 's1', name: 'Products', properties: [property('sku', true), property('Full name')] },
  properties: { title: 'Full name', price: 'price', photo: 'photo', link: 'page' },
  record: { sku: 'A-1' },
};

test('reads the properties of a store by its key, with the sample of a record', () => {
  const design = fillTemplate(productCard.wide, SHOP);
  expect(design).toMatchObject({
    variables: { sku: { sample: 'A-1', default: null } },
    sources: { product: { kind: 'record', storeId: 's1', key: { sku: '{{ sku }}' } } },
    link: '{{ product.page }}',
    altText: '{{ product["Full name"] }}',
    layers: {
      Photo: { url: '{{ product.photo }}', order: 2 },
      Title: { text: '{{ product["Full name"] | default: "New in our shop" }}' },
      Price: { text: '{{ product.price | money: "EUR" }}', show: '{{ product.price }}' },
    },
  });
});

test('without a store, variables of the URL stand for everything', () => {
  expect(fillTemplate(eventInvitation.wide, EMPTY).variables?.title?.sample).toBe(
    'Wine tasting by candlelight',
  );
  const design = fillTemplate(productCard.wide, EMPTY);
  expect(Object.keys(design.variables ?? {})).toEqual(['photo', 'title', 'price']);
  expect(design).toMatchObject({
    sources: {},
    link: 'https://example.com/',
    layers: { Photo: { url: '{{ photo }}' } },
  });
});

test('a chosen picture replaces the photo of the data', () => {
  const design = fillTemplate(productCard.narrow, { ...SHOP, imageId: 7 });
  expect(design.layers?.Photo).toMatchObject({ url: null, imageId: 7 });
});

test('a store without unique properties is read by the id of the record', () => {
  const store = { id: 's1', name: 'News', properties: [property('headline')] };
  const design = fillTemplate(productCard.wide, {
    ...SHOP,
    store,
    properties: { title: 'headline' },
    record: { id: 'r1' },
  });
  expect(design).toMatchObject({
    sources: { news: { key: { id: '{{ id }}' } } },
    variables: { id: { sample: 'r1' } },
  });
});

test.each(
  TEMPLATES.flatMap(({ name, wide, narrow }) => [
    [name, wide] as const,
    [`${name}, narrow`, narrow] as const,
  ]),
)('%s has no slot left, and its layers are inside of the picture or behind it', (_, template) => {
  const design = fillTemplate(template, EMPTY);
  expect(JSON.stringify(design)).not.toContain('$');
  expect(Object.keys(design.variables ?? {}).length).toBeLessThanOrEqual(10);
  for (const layer of Object.values(template.layers)) {
    if (layer?.type !== 'text') continue;
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = layer as { x: number; y: number; width: number; height: number };
    expect([x >= 0, y >= 0, x + width <= template.width, y + height <= template.height]).not.toContain(false);
  }
});

test('names of variables and sources are words that mean nothing else', () => {
  expect([variableName('Full name', []), variableName('at', []), variableName('sku', ['sku'])]).toEqual([
    'Full_name',
    'at_2',
    'sku_2',
  ]);
  expect([
    sourceName('Products', []),
    sourceName('Categories', []),
    sourceName('Ereignisse 2026', []),
  ]).toEqual(['product', 'category', 'ereignisse_2026']);
  expect(sourceName('商品', [])).toBe('record');
});
