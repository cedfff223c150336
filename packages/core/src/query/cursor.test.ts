import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const secrets = ['a secret of the test'] as const;
const scope = ['account', 'ListStoreRecords', 'store', 't0', 'asc'];

describe('a cursor', () => {
  test('decodes to its position', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    );
    fc.assert(
      fc.property(value, fc.nat(), (raw, seq) => {
        const position = { value: Object.is(raw, -0) ? 0 : raw, seq };
        expect(decodeCursor(secrets, scope, encodeCursor(secrets, scope, position))).toEqual(position);
      }),
    );
  });

  test('is rejected if any byte changes', () => {
    const bytes = Buffer.from(encodeCursor(secrets, scope, { value: 'x', seq: 7 }), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => decodeCursor(secrets, scope, changed.toString('base64url'))).toThrow(
        'Expected the unchanged cursor',
      );
    }
  });

  test('is rejected if it is shortened, padded, or not base64url', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    for (const wrong of [cursor.slice(0, -1), `${cursor}=`, `${cursor} `, `${cursor}A`, '%', 'AAAA', 'é']) {
      expect(() => decodeCursor(secrets, scope, wrong)).toThrow('Expected the unchanged cursor');
    }
  });

  test('is valid only for its account, operation, sort and filter', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    scope.forEach((_, index) => {
      expect(() => decodeCursor(secrets, scope.with(index, 'other'), cursor)).toThrow(
        'Expected the unchanged cursor',
      );
    });
    expect(() => decodeCursor(['another secret'], scope, cursor)).toThrow('Expected the unchanged cursor');
  });

  test('of the previous secret is accepted, but new cursors use the current secret', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    const rotated = ['the next secret', ...secrets] as const;
    expect(decodeCursor(rotated, scope, cursor).seq).toBe(7);
    const next = encodeCursor(rotated, scope, { value: 'x', seq: 7 });
    expect(next).not.toBe(cursor);
    expect(() => decodeCursor(secrets, scope, next)).toThrow('Expected the unchanged cursor');
  });

  test('reveals neither its content nor the size of its numbers', () => {
    const texts = [1, 2 ** 31, Number.MAX_SAFE_INTEGER].map((seq) =>
      encodeCursor(secrets, scope, { value: 'a well-known text', seq }),
    );
    expect(new Set(texts.map((text) => text.length)).size).toBe(1);
    expect(texts[0]).toMatch(/^[\w-]+$/);
    const bytes = texts.map((text) => Buffer.from(text, 'base64url').toString('latin1'));
    expect(bytes.join()).not.toContain('well-known');
    // Cursors of neighbouring positions share no bytes, because each has its own keystream.
    const [a, b] = [7, 8].map((seq) =>
      Buffer.from(encodeCursor(secrets, scope, { value: null, seq }), 'base64url'),
    );
    const equal = [...(a ?? [])].filter((byte, index) => byte === b?.[index]).length;
    expect(equal).toBeLessThan(5);
  });
});
