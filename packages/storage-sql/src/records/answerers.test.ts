import type { Filter } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { nearAttempts } from './answerers.ts';

const eq = (value: string): Filter => ({ all: [{ column: 't0', op: 'eq', value }] });

test('after four failures in a row one attempt of sixteen is made, then ever fewer, until one succeeds', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 4; i++) {
    expect(attempts.of('store', eq(`${i}`)).isDue()).toBe(true);
    attempts.of('store', eq(`${i}`)).note(false);
  }
  const due = Array.from({ length: 1_000 }, (_, i) => {
    const attempt = attempts.of('store', eq(`${i}`));
    const isDue = attempt.isDue();
    if (isDue) attempt.note(false);
    return isDue;
  });
  expect(due.flatMap((isDue, i) => (isDue ? [i] : []))).toEqual([15, 47, 111, 239, 495, 751]);
  attempts.of('store', eq('x')).note(true);
  expect(attempts.of('store', eq('y')).isDue()).toBe(true);
});

test('other stores, columns and operators are tried', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 4; i++) attempts.of('store', eq(`${i}`)).note(false);
  expect(attempts.of('store', eq('x')).isDue()).toBe(false);
  expect(attempts.of('other', eq('x')).isDue()).toBe(true);
  expect(attempts.of('store', { column: 't0', op: 'eq', value: 'x' }).isDue()).toBe(true);
  expect(attempts.of('store', { all: [{ column: 't1', op: 'eq', value: 'x' }] }).isDue()).toBe(true);
  expect(attempts.of('store', { all: [{ column: 't0', op: 'ne', value: 'x' }] }).isDue()).toBe(true);
});

test('a success between failures lets the next attempts be made', () => {
  const attempts = nearAttempts();
  for (let i = 0; i < 40; i++) {
    expect(attempts.of('store', eq('x')).isDue()).toBe(true);
    attempts.of('store', eq('x')).note(i % 3 === 0);
  }
});
