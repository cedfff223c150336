import { expect, test } from 'vitest';
import { applyChanges, hasAll, inverseOf, isUnchanged, joinChanges } from './changes.ts';

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

test('takes changes back: added parts go, lists return whole, and so does a part whose kind has changed', () => {
  const design = {
    layers: { a: { x: 1, show: null } },
    rules: { r: { when: [{ op: 'empty' }] } },
    target: { kind: 'date', date: '2030-01-01' },
  };
  expect(
    inverseOf<object>(design, { layers: { a: { x: 5 }, b: { x: 2 } }, rules: { r: { when: [] } } }),
  ).toEqual({
    layers: { a: { x: 1 }, b: null },
    rules: { r: { when: [{ op: 'empty' }] } },
  });
  expect(inverseOf<object>(design, { target: { kind: 'value', value: '' } })).toEqual({
    target: design.target,
  });
});

test('what was sent is there again if the server has all of it', () => {
  expect(hasAll({ type: 'text', x: 1, show: null }, { x: 1, show: null })).toBe(true);
  expect(hasAll({ type: 'text', text: 'theirs' }, { type: 'text', text: 'Text' })).toBe(false);
  expect(hasAll(undefined, { x: 1 })).toBe(false);
});
