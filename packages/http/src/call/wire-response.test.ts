import { describe, expect, test } from 'vitest';
import { isLargeText, sliceText } from './wire-response.ts';

async function slicesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  for await (const slice of stream) slices.push(Buffer.from(slice));
  return slices;
}

test('only texts of more than 256 Ki characters are large', () => {
  const limit = 256 * 1024;
  expect(['x'.repeat(limit), 'x'.repeat(limit + 1), null, Buffer.alloc(limit + 1)].map(isLargeText)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

describe('the slices of a text', () => {
  test.each([
    ['letters', 'x'.repeat(300_000)],
    ['characters of two units, aligned', '\u{1f600}'.repeat(150_000)],
    ['characters of two units, across the ends of slices', `x${'\u{1f600}'.repeat(150_000)}`],
    ['a text that ends with a slice', '\u00e9'.repeat(4 * 64 * 1024)],
  ])('are its bytes: %s', async (_, text) => {
    const slices = await slicesOf(sliceText(text));
    expect(slices.length).toBeGreaterThan(3);
    expect(Buffer.concat(slices).equals(Buffer.from(text))).toBe(true);
  });

  test('are made when they are asked for', async () => {
    const reader = sliceText('x'.repeat(1_000_000)).getReader();
    expect((await reader.read()).value?.byteLength).toBe(64 * 1024);
    await reader.cancel();
  });
});
