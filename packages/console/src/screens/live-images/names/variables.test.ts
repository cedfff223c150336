import type { LiveDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import { renameInTemplate, renameSource, renameVariable } from './variables.ts';

test.each([
  ['Hi {{ sku }}', 'Hi {{ code }}'],
  [
    'sku {{ sku | append: "sku" }} {% if sku == \'sku\' %}sku{% endif %}',
    'sku {{ code | append: "sku" }} {% if code == \'sku\' %}sku{% endif %}',
  ],
  ['{{ product.sku }} {{ sku2 }} {{ a["sku"] }}', '{{ product.sku }} {{ sku2 }} {{ a["sku"] }}'],
])('%s: only the name itself is renamed', (template, renamed) => {
  expect(renameInTemplate(template, 'sku', 'code')).toBe(renamed);
});

test('a variable is renamed where sources, layers, rules and the link use it', () => {
  const design = {
    variables: { sku: { sample: 'A' }, other: { sample: null } },
    sources: { product: { kind: 'record', key: { sku: '{{ sku }}' } } },
    layers: { a: { text: '{{ sku }}' }, b: { text: 'sku' } },
    rules: {
      r: {
        when: [
          { field: 'sku', op: 'empty' },
          { percent: 5, by: 'sku' },
        ],
        layers: {},
      },
    },
    link: 'https://x.example/{{ sku }}',
    altText: null,
  } as unknown as LiveDesign;
  expect(renameVariable(design, 'sku', 'code')).toEqual({
    variables: { sku: null, code: { sample: 'A' } },
    sources: { product: { key: { sku: '{{ code }}' } } },
    layers: { a: { text: '{{ code }}' } },
    rules: {
      r: {
        when: [
          { field: 'code', op: 'empty' },
          { percent: 5, by: 'code' },
        ],
      },
    },
    link: 'https://x.example/{{ code }}',
  });
});

test('a source is renamed in templates and in conditions', () => {
  const design = {
    variables: {},
    sources: { product: { kind: 'record' } },
    layers: { a: { text: '{{ product.name }}' } },
    rules: { r: { when: [{ field: 'product.stock', op: 'lte', value: 0 }], layers: {} } },
    link: null,
    altText: null,
  } as unknown as LiveDesign;
  expect(renameSource(design, 'product', 'item')).toEqual({
    sources: { product: null, item: { kind: 'record' } },
    layers: { a: { text: '{{ item.name }}' } },
    rules: { r: { when: [{ field: 'item.stock', op: 'lte', value: 0 }] } },
  });
});
