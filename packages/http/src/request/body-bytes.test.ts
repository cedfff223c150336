import { describe, expect, test } from 'vitest';
import { BodyBytes, freeBytes } from './body-bytes.ts';

const chunk = (value: number, length: number) => new Uint8Array(length).fill(value);

describe('BodyBytes', () => {
  test('returns no bytes, one chunk as it is, and several as one', () => {
    const body = new BodyBytes(100, { ownsChunks: true });
    expect(body.bytes()).toHaveLength(0);
    const first = chunk(1, 3);
    expect(body.add(first)).toBe(3);
    expect(body.bytes()).toBe(first);
    for (let value = 2; value <= 30; value++) body.add(chunk(value, 3));
    const expected = Array.from({ length: 90 }, (_, i) => 1 + Math.floor(i / 3));
    expect([...body.bytes()]).toEqual(expected);
  });

  test('accepts more than it expects', () => {
    const body = new BodyBytes(4, { ownsChunks: true });
    body.add(chunk(1, 3));
    body.add(chunk(2, 3));
    expect(body.add(chunk(3, 3))).toBe(9);
    expect([...body.bytes()]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  test('frees chunks that it owns when they have been copied, and no others', () => {
    for (const ownsChunks of [true, false]) {
      const body = new BodyBytes(100, { ownsChunks });
      const chunks = [chunk(1, 3), chunk(2, 3)];
      const pooled = chunk(3, 6).subarray(0, 3);
      for (const each of [...chunks, pooled]) body.add(each);
      expect(chunks.map(({ byteLength }) => byteLength)).toEqual(ownsChunks ? [0, 0] : [3, 3]);
      expect(pooled).toHaveLength(3);
      expect([...body.bytes()]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    }
  });
});

test('freeBytes frees collected bytes, and leaves a single chunk to its owner', () => {
  const body = new BodyBytes(100, { ownsChunks: true });
  body.add(chunk(1, 3));
  const single = body.bytes();
  freeBytes(single);
  expect(single).toHaveLength(3);
  body.add(chunk(2, 3));
  const collected = body.bytes();
  freeBytes(collected);
  expect(collected).toHaveLength(0);
});
