import { expect, test, vi } from 'vitest';
import { UnavailableError } from '../errors.ts';
import { boundReading } from './bounded-reading.ts';

/** A source of numbers, and whether it was freed. */
function arrange() {
  const source = { isFreed: false, reason: undefined as unknown };
  async function* numbers(signal: AbortSignal): AsyncGenerator<number> {
    signal.addEventListener('abort', () => {
      source.reason = signal.reason;
    });
    try {
      for (let i = 0; ; i++) yield i;
    } finally {
      source.isFreed = true;
    }
  }
  return { source, numbers };
}

test('a reader that takes nothing for too long frees the source, and is told when it comes back', async () => {
  const { source, numbers } = arrange();
  const reading = boundReading(numbers, { idle: 20, total: 60_000 }, {});
  expect(await reading.next()).toEqual({ done: false, value: 0 });
  await vi.waitFor(() => expect(source.isFreed).toBe(true));
  await expect(reading.next()).rejects.toThrow(UnavailableError);
  expect(source.reason).toBeInstanceOf(UnavailableError);
});

test('a reader that takes one item after the other for too long in all is ended too', async () => {
  const { source, numbers } = arrange();
  const reading = boundReading(numbers, { idle: 10_000, total: 50 }, {});
  await expect(async () => {
    for await (const _ of reading) await new Promise((resolve) => setTimeout(resolve, 5));
  }).rejects.toThrow('Reading took too long.');
  expect(source.isFreed).toBe(true);
});

test('a signal frees the source at once, with its reason', async () => {
  const { source, numbers } = arrange();
  const leaving = new AbortController();
  const reading = boundReading(numbers, { idle: 10_000, total: 10_000 }, { signal: leaving.signal });
  await reading.next();
  leaving.abort(new Error('gone'));
  await vi.waitFor(() => expect(source.isFreed).toBe(true));
  await expect(reading.next()).rejects.toThrow('gone');
});

test('a reader that stops early frees the source', async () => {
  const { source, numbers } = arrange();
  for await (const value of boundReading(numbers, { idle: 10_000, total: 10_000 }, {})) {
    if (value === 2) break;
  }
  expect(source).toEqual({ isFreed: true, reason: undefined });
});
