import { expect, test } from 'vitest';
import { whenHere } from './maybe-promise.ts';

test('applies the function at once to a value, and throws its error at once', () => {
  expect(whenHere(1, (value) => value + 1)).toBe(2);
  expect(() =>
    whenHere(1, () => {
      throw new Error('now');
    }),
  ).toThrow('now');
});

test('applies the function later to the value of a promise, whose errors reject', async () => {
  const later = whenHere(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
  await expect(whenHere(Promise.reject(new Error('later')), () => 1)).rejects.toThrow('later');
});
