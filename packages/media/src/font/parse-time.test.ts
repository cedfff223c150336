import { expect, test } from 'vitest';
import { ParseTime, ParseTimeError } from './parse-time.ts';

/** Waits without the processor, as a program on a starved machine. */
function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
}

function spin(): never {
  for (;;);
}

function failureOf(time: ParseTime, job: () => unknown): unknown {
  try {
    return time.run(job);
  } catch (error) {
    return error;
  }
}

test('an endless loop uses up the time of its font', async () => {
  const isFault = () => {
    const time = new ParseTime(50);
    const failure = failureOf(time, spin);
    return failure instanceof ParseTimeError && !failure.isStarved && time.isOver;
  };
  // A busy machine gives some attempts too little for a verdict.
  await expect.poll(isFault, { timeout: 30_000 }).toBe(true);
});

test('nothing is parsed when the time is over', async () => {
  const time = new ParseTime(0);
  expect(failureOf(time, () => 'parsed')).toMatchObject({ isStarved: false });
});

test('code that gets no processor runs again, and says nothing about the font', () => {
  let attempts = 0;
  const late = () => {
    attempts++;
    if (attempts === 1) sleep();
    return 'parsed';
  };
  expect(new ParseTime(100).run(late)).toBe('parsed');
  const starved = new ParseTime(100);
  expect(failureOf(starved, sleep)).toMatchObject({ isStarved: true });
  expect(starved.isOver).toBe(false);
});

test('an error of the job is its own', () => {
  const broken = new Error('broken');
  expect(
    failureOf(new ParseTime(), () => {
      throw broken;
    }),
  ).toBe(broken);
});
