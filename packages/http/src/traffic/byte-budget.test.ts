import { UnavailableError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { byteBudget } from './byte-budget.ts';

const budget = () => byteBudget('test', 'Too much.', { all: 100, perOwner: 60 });
const held = (of: ReturnType<typeof budget>) => of.metrics()[0]?.value;

test('refuses an owner that holds its share, and admits others', () => {
  const bytes = budget();
  const hold = bytes.hold('a', 60);
  expect(() => bytes.requireRoom('a')).toThrow(UnavailableError);
  bytes.requireRoom('b');
  hold.resize(59);
  bytes.requireRoom('a');
  expect(bytes.metrics().map(({ value }) => value)).toEqual([59, 1]);
});

test('refuses an owner that holds bytes when the total is used up, and admits one that holds none', () => {
  const bytes = budget();
  for (const owner of ['a', 'b']) bytes.hold(owner, 50);
  expect(() => bytes.requireRoom('a')).toThrow('Too much.');
  bytes.requireRoom('c');
  for (const owner of ['c', 'd']) bytes.hold(owner, 50);
  expect(() => bytes.requireRoom('e')).toThrow('Too much.');
});

test('releases a hold once, and ignores later changes', () => {
  const bytes = budget();
  const hold = bytes.hold('a', 60);
  bytes.hold('b', 10);
  hold.end();
  hold.end();
  hold.resize(60);
  expect(held(bytes)).toBe(10);
  bytes.requireRoom('a');
});
