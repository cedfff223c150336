import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const secret = 'a secret of the test';
const scope = ['account', 'ListStoreRecords', 'store', 't0', 'asc'];

describe('a cursor', () => {
  test('gives back the position it was made of', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    );
    fc.assert(
      fc.property(value, fc.nat(), (raw, seq) => {
        const position = { value: Object.is(raw, -0) ? 0 : raw, seq };
        expect(decodeCursor(secret, scope, encodeCursor(secret, scope, position))).toEqual({
          ...position,
          isCut: false,
        });
      }),
    );
  });

  test('is refused after a change of any byte', () => {
    const bytes = Buffer.from(encodeCursor(secret, scope, { value: 'x', seq: 7 }), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => decodeCursor(secret, scope, changed.toString('base64url'))).toThrow(
        'Expected the unchanged cursor',
      );
    }
  });

  test('is refused when shortened, padded, or not base64url', () => {
    const cursor = encodeCursor(secret, scope, { value: 'x', seq: 7 });
    for (const wrong of [cursor.slice(0, -1), `${cursor}=`, `${cursor} `, `${cursor}A`, '%', 'AAAA', 'é']) {
      expect(() => decodeCursor(secret, scope, wrong)).toThrow('Expected the unchanged cursor');
    }
  });

  test('is good for its own account, operation, sort and filter only', () => {
    const cursor = encodeCursor(secret, scope, { value: 'x', seq: 7 });
    scope.forEach((_, index) => {
      expect(() => decodeCursor(secret, scope.with(index, 'other'), cursor)).toThrow(
        'Expected the unchanged cursor',
      );
    });
    expect(() => decodeCursor('another secret', scope, cursor)).toThrow('Expected the unchanged cursor');
  });

  test('stays short enough for a URL when the text it points to is long', () => {
    const long = '😀'.repeat(60_000);
    const cursor = encodeCursor(secret, scope, { value: long, seq: 7 });
    expect(cursor.length).toBeLessThan(5_000);
    const position = decodeCursor(secret, scope, cursor);
    expect(position.isCut).toBe(true);
    expect(long.startsWith(String(position.value))).toBe(true);
  });
});
