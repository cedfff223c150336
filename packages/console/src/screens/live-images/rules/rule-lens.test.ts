import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { expect, test } from 'vitest';
import { applyLiveChanges } from '../draft/live-editor.ts';
import { changesInRule, designOfRule } from './rule-lens.ts';

const DESIGN = {
  layers: {
    Title: { type: 'text', x: 10, y: 20, text: 'Hi', show: '{{ name }}' },
    Card: {
      type: 'shape',
      x: 0,
      y: 0,
      color: '#112233',
      gradient: null,
      border: { color: '#ffffff', width: 2 },
    },
    Photo: { type: 'image', x: 0, y: 0, url: '{{ p.photo }}', show: null },
  },
  rules: { gold: { layers: { Title: { text: 'Gold' } }, imageId: null } },
} as unknown as LiveDesign;

/** Returns the layers of the rule after changes of them, and what the rule has then. */
function after(...steps: readonly object[]) {
  const design = steps.reduce<LiveDesign>(
    (before, layers) =>
      applyLiveChanges(before, changesInRule(before, 'gold', { layers } as LiveDesignChanges)),
    DESIGN,
  );
  return { plain: design.layers, seen: designOfRule(design, 'gold').layers, rule: design.rules.gold?.layers };
}

test('a layer is changed for the rule alone, and is as before without its changes', () => {
  const moved = after({ Title: { x: 15, y: 25 } }, { Title: { x: 10 } });
  expect(moved.plain).toEqual(DESIGN.layers);
  expect(moved.seen.Title).toMatchObject({ text: 'Gold', x: 10, y: 25 });
  expect(moved.rule).toEqual({ Title: { text: 'Gold', y: 25 } });
});

test('a group of a rule is whole', () => {
  expect(after({ Card: { border: { width: 5 } } }).rule?.Card).toEqual({
    border: { color: '#ffffff', width: 5 },
  });
  expect(
    after({ Card: { gradient: { color: '#000000', angle: 90 } } }, { Card: { gradient: { angle: 45 } } }).rule
      ?.Card,
  ).toEqual({ gradient: { color: '#000000', angle: 45 } });
});

test('a rule takes away a border, an address and a condition, which a merge patch can’t', () => {
  const { seen, rule } = after({ Card: { border: null }, Photo: { url: null }, Title: { show: null } });
  expect([seen.Card, seen.Photo, seen.Title]).toMatchObject([
    { border: null },
    { url: null },
    { show: null },
  ]);
  expect(JSON.stringify(rule)).not.toContain('null');
});

test('a deleted or hidden layer is hidden by the rule, and shown again as it was', () => {
  expect(after({ Title: null, Card: { show: '' } }).rule).toEqual({ Title: false, Card: false });
  const { seen, rule } = after({ Card: { show: '' } }, { Card: { show: null } });
  expect([rule?.Card, seen.Card]).toEqual([undefined, DESIGN.layers.Card]);
});

test('orders and new layers are those of the picture', () => {
  expect(changesInRule(DESIGN, 'gold', { layers: { Title: { order: 3 }, New: { type: 'text' } } })).toEqual({
    layers: { Title: { order: 3 }, New: { type: 'text' } },
  });
});

test('a rule with a picture of its own has no layers', () => {
  const design = { ...DESIGN, rules: { gold: { layers: {}, imageId: 5 } } } as unknown as LiveDesign;
  expect(Object.values(designOfRule(design, 'gold').layers).map(({ show }) => show)).toEqual(['', '', '']);
});
