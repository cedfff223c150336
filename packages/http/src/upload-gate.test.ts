import { expect, test } from 'vitest';
import { uploadGate } from './upload-gate.ts';

/** Calls under way, each to be ended by hand. */
function calls() {
  const ends: (() => void)[] = [];
  let most = 0;
  let inside = 0;
  return {
    run: async () => {
      inside++;
      most = Math.max(most, inside);
      await new Promise<void>((resolve) => ends.push(resolve));
      inside--;
    },
    inside: () => inside,
    most: () => most,
    endOne: () => ends.shift()?.(),
  };
}

test('lets a few in at once, the others in their turn', async () => {
  const gate = uploadGate();
  const { run, inside, most, endOne } = calls();
  const passes = Array.from({ length: 10 }, () => gate.pass(run));
  for (let left = 10; left > 0; left--) {
    await expect.poll(inside).toBe(Math.min(left, 4));
    endOne();
  }
  await Promise.all(passes);
  expect(most()).toBe(4);
});

test('refuses who would be too many, and lets in again once there is room', async () => {
  const gate = uploadGate();
  const { run, inside, endOne } = calls();
  const passes = Array.from({ length: 68 }, () => gate.pass(run));
  await expect(gate.pass(run)).rejects.toMatchObject({ code: 'unavailable' });
  for (let left = 68; left > 0; left--) {
    await expect.poll(inside).toBe(Math.min(left, 4));
    endOne();
  }
  await Promise.all(passes);
  expect(await gate.pass(async () => 'in')).toBe('in');
});

test('a call that fails gives its place back', async () => {
  const gate = uploadGate();
  for (let n = 0; n < 10; n++) {
    await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
  expect(await gate.pass(async () => 'in')).toBe('in');
});
