import type { LiveDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import { applyLiveChanges } from './live-editor.ts';

const DESIGN = {
  width: 600,
  link: 'https://shop.example/',
  variables: { sku: { sample: 'A-1' } },
  sources: {},
  layers: { Title: { type: 'text', show: '{{ sku }}' }, Badge: { type: 'shape' } },
  rules: {
    sale: { when: [{ field: 'sku', op: 'empty' }], layers: { Title: false, Badge: { color: '#111111' } } },
  },
} as unknown as LiveDesign;

test('null removes named parts and overrides of rules, and stays in other members', () => {
  const changed = applyLiveChanges(DESIGN, {
    link: null,
    layers: { Badge: null, Title: { show: null } },
    rules: { sale: { layers: { Title: null as never } } },
  });
  expect(changed).toEqual({
    ...DESIGN,
    link: null,
    layers: { Title: { type: 'text', show: null } },
    rules: { sale: { when: DESIGN.rules.sale?.when, layers: { Badge: { color: '#111111' } } } },
  });
});

test('a list is replaced, not merged', () => {
  const when = [{ percent: 50, by: 'sku' }];
  expect(applyLiveChanges(DESIGN, { rules: { sale: { when } } }).rules.sale?.when).toEqual(when);
});
