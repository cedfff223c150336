import type { Filter } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { nearAttempts } from './near-attempts.ts';

const eq = (value: string): Filter => ({ all: [{ column: 't0', op: 'eq', value }] });

test('after four failures in a row one attempt of sixteen is made, until one succeeds', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 4; i++) {
    expect(attempts.isDue('store', eq(`${i}`))).toBe(true);
    attempts.note('store', eq(`${i}`), false);
  }
  const due = Array.from({ length: 48 }, (_, i) => attempts.isDue('store', eq(`${i}`)));
  expect(due.flatMap((isDue, i) => (isDue ? [i] : []))).toEqual([15, 31, 47]);
  attempts.note('store', eq('x'), true);
  expect(attempts.isDue('store', eq('y'))).toBe(true);
});

test('other stores, columns and operators are tried', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 4; i++) attempts.note('store', eq(`${i}`), false);
  expect(attempts.isDue('store', eq('x'))).toBe(false);
  expect(attempts.isDue('other', eq('x'))).toBe(true);
  expect(attempts.isDue('store', { column: 't0', op: 'eq', value: 'x' })).toBe(true);
  expect(attempts.isDue('store', { all: [{ column: 't1', op: 'eq', value: 'x' }] })).toBe(true);
  expect(attempts.isDue('store', { all: [{ column: 't0', op: 'ne', value: 'x' }] })).toBe(true);
});

test('a success between failures lets the next attempts be made', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 40; i++) {
    expect(attempts.isDue('store', eq('x'))).toBe(true);
    attempts.note('store', eq('x'), i % 3 === 0);
  }
});
