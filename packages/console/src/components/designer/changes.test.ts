import { expect, test } from 'vitest';
import { applyChanges, isUnchanged, joinChanges } from './changes.ts';

test('joins changes in their order: the later member wins, others stay', () => {
  const first = { digits: { size: 40, color: '#000000' }, headline: { text: 'Sale' } };
  const second = { digits: { size: 48, box: null }, headline: { text: null } };
  expect(joinChanges<object>(first, second)).toEqual({
    digits: { size: 48, color: '#000000', box: null },
    headline: { text: null },
  });
  expect([isUnchanged({}), isUnchanged(first)]).toEqual([true, false]);
});

test('shows changes over a design without changing it', () => {
  const design = { width: 600, digits: { size: 72, box: { color: '#111111' } } };
  const shown = applyChanges(design as never, { digits: { box: null } });
  expect(shown).toEqual({ width: 600, digits: { size: 72, box: null } });
  expect(design.digits.box).toEqual({ color: '#111111' });
});
