import type { LiveDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import { moveRule, rulesInOrder } from './rule-order.ts';

const RULES = { b: { order: 1 }, a: { order: 1 }, late: { order: 7 } } as unknown as LiveDesign['rules'];

test('rules are tried by their order, equal ones by name', () => {
  expect(rulesInOrder(RULES)).toEqual(['a', 'b', 'late']);
});

test('moves a rule by one place, with orders of their own for all', () => {
  expect(moveRule(RULES, 'late', -1)).toEqual({ rules: { late: { order: 2 }, b: { order: 3 } } });
  expect([moveRule(RULES, 'a', -1), moveRule(RULES, 'late', 1)]).toEqual([null, null]);
});
