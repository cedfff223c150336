import { ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { toolBatch } from './tool-batch.ts';

test('calls run one after the other, in order, even if one fails', async () => {
  const batch = toolBatch({ account: 'a' });
  const ran: string[] = [];
  const call = (name: string) =>
    batch.run(async () => {
      ran.push(`${name} begins`);
      await Promise.resolve();
      ran.push(`${name} ends`);
      if (name === 'b') throw new Error('no');
    });
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(call));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ran).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('calls are refused with an explanation after the results have used up the bytes', async () => {
  const batch = toolBatch({ account: 'a' });
  let ran = 0;
  const call = () =>
    batch.run(async () => {
      ran++;
      batch.spend('x'.repeat(99_000));
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, call));
  expect(ran).toBe(11);
  expect(outcomes[20]).toMatchObject({ reason: expect.any(ValidationError) });
  await expect(call()).rejects.toThrow('in a request of its own');
});

test('each call runs in another turn of the event loop, also those of several requests', async () => {
  const batches = ['a', 'a', 'b'].map((account) => toolBatch({ account }));
  const turns: number[] = [];
  const call = async () => void turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
  await Promise.all(batches.flatMap((batch) => [batch.run(call), batch.run(call)]));
  expect(new Set(turns).size).toBe(6);
});
