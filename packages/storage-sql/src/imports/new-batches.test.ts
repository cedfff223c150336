import { expect, test } from 'vitest';
import { newBatches } from './new-batches.ts';

/** Returns the number of the batches until the next one that is tried. */
function skipped(batches: ReturnType<typeof newBatches>, id: string): number {
  let count = 0;
  while (!batches.isDue(id)) count++;
  return count;
}

test('after batches with existing records fewer and fewer are tried, of each import apart', () => {
  const batches = newBatches();
  expect(skipped(batches, 'a')).toBe(0);
  const counts = Array.from({ length: 7 }, () => {
    batches.note('a', false);
    return skipped(batches, 'a');
  });
  expect(counts).toEqual([8, 16, 32, 64, 128, 256, 256]);
  expect(skipped(batches, 'b')).toBe(0);
});

test('after a batch of new records each is tried', () => {
  const batches = newBatches();
  batches.note('a', false);
  expect(batches.isDue('a')).toBe(false);
  batches.note('a', true);
  expect(skipped(batches, 'a')).toBe(0);
  batches.note('a', false);
  expect(skipped(batches, 'a')).toBe(8);
});
