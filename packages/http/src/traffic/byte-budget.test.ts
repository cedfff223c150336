import { UnavailableError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { byteBudget } from './byte-budget.ts';

const budget = () => byteBudget('test', 'Too much.', { all: 100, perOwner: 60 });
const held = (of: ReturnType<typeof budget>) => of.figures()[0]?.value;

test('an owner that holds its share is refused, others are not', () => {
  const bytes = budget();
  const hold = bytes.hold('a', 60);
  expect(() => bytes.requireRoom('a')).toThrow(UnavailableError);
  bytes.requireRoom('b');
  hold.resize(59);
  bytes.requireRoom('a');
  expect(bytes.figures().map(({ value }) => value)).toEqual([59, 1]);
});

test('when all is held, an owner that holds something is refused, and one that holds nothing is let through', () => {
  const bytes = budget();
  for (const owner of ['a', 'b']) bytes.hold(owner, 50);
  expect(() => bytes.requireRoom('a')).toThrow('Too much.');
  bytes.requireRoom('c');
  for (const owner of ['c', 'd']) bytes.hold(owner, 50);
  expect(() => bytes.requireRoom('e')).toThrow('Too much.');
});

test('a hold is given back once, and can not be changed afterwards', () => {
  const bytes = budget();
  const hold = bytes.hold('a', 60);
  bytes.hold('b', 10);
  hold.end();
  hold.end();
  hold.resize(60);
  expect(held(bytes)).toBe(10);
  bytes.requireRoom('a');
});
