import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const secrets = ['a secret of the test'] as const;
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
        expect(decodeCursor(secrets, scope, encodeCursor(secrets, scope, position))).toEqual({
          ...position,
          isCut: false,
        });
      }),
    );
  });

  test('is refused after a change of any byte', () => {
    const bytes = Buffer.from(encodeCursor(secrets, scope, { value: 'x', seq: 7 }), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => decodeCursor(secrets, scope, changed.toString('base64url'))).toThrow(
        'Expected the unchanged cursor',
      );
    }
  });

  test('is refused when shortened, padded, or not base64url', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    for (const wrong of [cursor.slice(0, -1), `${cursor}=`, `${cursor} `, `${cursor}A`, '%', 'AAAA', 'é']) {
      expect(() => decodeCursor(secrets, scope, wrong)).toThrow('Expected the unchanged cursor');
    }
  });

  test('is good for its own account, operation, sort and filter only', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    scope.forEach((_, index) => {
      expect(() => decodeCursor(secrets, scope.with(index, 'other'), cursor)).toThrow(
        'Expected the unchanged cursor',
      );
    });
    expect(() => decodeCursor(['another secret'], scope, cursor)).toThrow('Expected the unchanged cursor');
  });

  test('made with the previous secret is accepted, and none is made with it', () => {
    const cursor = encodeCursor(secrets, scope, { value: 'x', seq: 7 });
    const rotated = ['the next secret', ...secrets] as const;
    expect(decodeCursor(rotated, scope, cursor).seq).toBe(7);
    const next = encodeCursor(rotated, scope, { value: 'x', seq: 7 });
    expect(next).not.toBe(cursor);
    expect(() => decodeCursor(secrets, scope, next)).toThrow('Expected the unchanged cursor');
  });

  test('stays short enough for a URL when the text it points to is long', () => {
    const long = '😀'.repeat(60_000);
    const cursor = encodeCursor(secrets, scope, { value: long, seq: 7 });
    expect(cursor.length).toBeLessThan(5_000);
    const position = decodeCursor(secrets, scope, cursor);
    expect(position.isCut).toBe(true);
    expect(long.startsWith(String(position.value))).toBe(true);
  });
});
