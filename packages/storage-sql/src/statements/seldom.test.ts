import { expect, test } from 'vitest';
import { type Attempt, seldom } from './seldom.ts';

const options = { failures: 2, oneOf: { first: 4, most: 16 } };

/** Returns the number of attempts until the next one that is made. */
function skipped({ isDue }: Attempt): number {
  let count = 0;
  while (!isDue()) count++;
  return count;
}

test('after some failures in a row fewer and fewer attempts are made, of each name apart', () => {
  const attempts = seldom(options);
  const counts = Array.from({ length: 7 }, () => {
    const count = skipped(attempts('a'));
    attempts('a').note(false);
    return count;
  });
  expect(counts).toEqual([0, 0, 3, 7, 15, 15, 15]);
  expect(skipped(attempts('b'))).toBe(0);
});

test('after a success each attempt is made, and failures count from the first', () => {
  const attempts = seldom(options);
  for (let i = 0; i < 5; i++) attempts('a').note(false);
  attempts('a').note(true);
  expect(skipped(attempts('a'))).toBe(0);
  attempts('a').note(false);
  expect(skipped(attempts('a'))).toBe(0);
  attempts('a').note(false);
  expect(skipped(attempts('a'))).toBe(3);
});

test('a success between failures lets the next attempts be made', () => {
  const attempts = seldom(options);
  for (let i = 0; i < 40; i++) {
    expect(attempts('a').isDue()).toBe(true);
    attempts('a').note(i % 2 === 0);
  }
});
