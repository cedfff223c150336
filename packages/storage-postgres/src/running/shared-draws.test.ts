import type { Row, Statement } from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { sharedDraws } from './shared-draws.ts';

const drawing = (count: number): Statement => ({
  text: 'SELECT nextval',
  values: [count],
  alone: true,
  numbers: true,
});

/** A sequence that responds when it is told to. */
function arrange() {
  const inFlight: (() => void)[] = [];
  const counts: unknown[] = [];
  let last = 0;
  let isFailing = false;
  const draw = sharedDraws(async ({ values: [count] }): Promise<readonly Row[]> => {
    counts.push(count);
    await new Promise<void>((resolve) => inFlight.push(resolve));
    if (isFailing) throw new Error('no connection');
    return Array.from({ length: Number(count) }, () => [++last]);
  });
  return {
    draw,
    counts,
    respond: async () => {
      inFlight.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    fail: (failing: boolean) => {
      isFailing = failing;
    },
  };
}

test('draws that wait for one in flight share the next one, each with its own numbers in the order of calls', async () => {
  const { draw, counts, respond } = arrange();
  const drawn = [1, 2, 3].map((count) => draw(drawing(count)));
  await respond();
  await respond();
  expect(await Promise.all(drawn)).toEqual([[[1]], [[2], [3]], [[4], [5], [6]]]);
  expect(counts).toEqual([1, 5]);
});

test('a failed draw fails its calls, and later ones draw again', async () => {
  const { draw, respond, fail } = arrange();
  fail(true);
  const failed = Promise.allSettled([draw(drawing(1)), draw(drawing(1))]);
  await respond();
  await respond();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fail(false);
  const drawn = draw(drawing(1));
  await respond();
  expect(await drawn).toEqual([[1]]);
});
