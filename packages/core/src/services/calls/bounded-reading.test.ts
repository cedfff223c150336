import { expect, test, vi } from 'vitest';
import { UnavailableError } from '../../ground/errors.ts';
import { boundReading } from './bounded-reading.ts';

/** Returns a source of numbers, and whether it was freed. */
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

test('frees the source if the reader requests nothing for too long; its next request rejects', async () => {
  const { source, numbers } = arrange();
  const reading = boundReading(numbers, { idle: 20, total: 60_000 }, {});
  expect(await reading.next()).toEqual({ done: false, value: 0 });
  await vi.waitFor(() => expect(source.isFreed).toBe(true), { timeout: 10_000 });
  await expect(reading.next()).rejects.toThrow(UnavailableError);
  expect(source.reason).toBeInstanceOf(UnavailableError);
});

test('frees the source if the reader takes too long in total', async () => {
  const { source, numbers } = arrange();
  const reading = boundReading(numbers, { idle: 10_000, total: 50 }, {});
  await expect(async () => {
    for await (const _ of reading) await new Promise((resolve) => setTimeout(resolve, 5));
  }).rejects.toThrow('Reading took too long.');
  expect(source.isFreed).toBe(true);
});

test('frees the source at once if the signal aborts, and rejects with its reason', async () => {
  const { source, numbers } = arrange();
  const leaving = new AbortController();
  const reading = boundReading(numbers, { idle: 10_000, total: 10_000 }, { signal: leaving.signal });
  await reading.next();
  leaving.abort(new Error('gone'));
  await vi.waitFor(() => expect(source.isFreed).toBe(true), { timeout: 10_000 });
  await expect(reading.next()).rejects.toThrow('gone');
});

test('frees the source if the reader stops early', async () => {
  const { source, numbers } = arrange();
  for await (const value of boundReading(numbers, { idle: 10_000, total: 10_000 }, {})) {
    if (value === 2) break;
  }
  expect(source).toEqual({ isFreed: true, reason: undefined });
});
