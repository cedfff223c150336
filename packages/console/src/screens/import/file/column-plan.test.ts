import type { InferredProperty, InferStoreResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { planColumns, toProperties } from './column-plan.ts';

const column = (name: string, unit: string | null): InferredProperty => ({
  ...{ name, column: name, type: 'number', samples: ['1', '2'], distinct: false, unit },
  ...{ confidence: 1, count: 2, empty: 0, decimal: 'point', dates: null },
});

const file = (properties: readonly InferredProperty[]) =>
  ({
    properties,
    mapping: Object.fromEntries(properties.map(({ name }) => [name, name])),
  }) as InferStoreResponse;

test('numbers of a new store are shown with the unit that they have in the file', () => {
  const found = file([column('price', '$'), column('share', '%'), column('yen', '¥'), column('count', null)]);
  expect(toProperties(planColumns(found, {}, null)).map(({ name, format }) => [name, format])).toEqual([
    ['price', { style: 'currency', currency: 'USD' }],
    ['share', { style: 'percent' }],
    ['yen', undefined],
    ['count', undefined],
  ]);
});

test('a column with a unit that is imported as text has no format', () => {
  const [property] = toProperties(
    planColumns(file([column('price', '$')]), { price: { type: 'string' } }, null),
  );
  expect(property).toEqual({ name: 'price', type: 'string', required: false });
});
