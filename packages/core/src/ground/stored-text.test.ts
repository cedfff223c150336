import { expect, test } from 'vitest';
import { canBeStored } from './stored-text.ts';

test.each<readonly [unknown, boolean]>([
  ['r1', true],
  ['', true],
  ['a\0b', false],
  ['\ud800', false],
  // A program in JavaScript may pass anything as an id: it finds nothing, and no TypeError is thrown.
  [undefined, false],
  [null, false],
  [5, false],
  [{}, false],
])('%o can be stored as text: %s', (value, expected) => {
  expect(canBeStored(value)).toBe(expected);
});
