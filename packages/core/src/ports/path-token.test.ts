import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathTokens } from './path-token.ts';

const tokens = pathTokens(['a secret of the test']);
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const scope = ['account', 7, 1];
const MINUTE = 60_000;

describe('a path token', () => {
  test('returns its payload and is valid for its scope', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.oneof(fc.string(), fc.integer())),
        (payload, bound) => {
          const { token, expiresAt } = tokens.mint('thumbnail', payload, bound, now);
          expect(token).toMatch(/^[\w-]+$/);
          const read = tokens.read('thumbnail', token, now);
          expect(read).toMatchObject({ payload, expiresAt });
          expect(read?.holdsFor(bound)).toBe(true);
          expect(read?.holdsFor([...bound, 'more'])).toBe(false);
        },
      ),
    );
  });

  test('expires after 15 to 20 minutes at a multiple of five, so that lists have equal tokens', () => {
    for (let second = 0; second < 600; second++) {
      const at = now + second * 1_000;
      const { expiresAt } = tokens.mint('thumbnail', '', scope, at);
      expect(expiresAt % (5 * MINUTE)).toBe(0);
      expect(expiresAt - at).toBeGreaterThanOrEqual(15 * MINUTE);
      expect(expiresAt - at).toBeLessThan(20 * MINUTE);
    }
    const first = Date.UTC(2026, 0, 2, 3, 0, 0, 1);
    const later = tokens.mint('thumbnail', 'x', scope, first + 5 * MINUTE - 2);
    expect(later).toEqual(tokens.mint('thumbnail', 'x', scope, first));
  });

  test('expires at its end, not before', () => {
    const { token, expiresAt } = tokens.mint('thumbnail', '', scope, now);
    expect(tokens.read('thumbnail', token, expiresAt - 1)?.holdsFor(scope)).toBe(true);
    expect(tokens.read('thumbnail', token, expiresAt)).toBeNull();
  });

  test('is invalid after a change of any bit', () => {
    const bytes = Buffer.from(tokens.mint('thumbnail', 'abc', scope, now).token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const read = tokens.read('thumbnail', changed.toString('base64url'), now);
      expect(read?.holdsFor(scope) ?? false).toBe(false);
    }
  });

  test('is invalid if it is shortened, padded, lengthened, or not base64url', () => {
    const { token } = tokens.mint('thumbnail', '', scope, now);
    const wrong = [
      token.slice(0, -1),
      token.slice(1),
      `${token}=`,
      `${token}A`,
      `${token} `,
      token.toUpperCase(),
    ];
    for (const text of [...wrong, '', 'AAAA', '%', 'é', '\0', token.repeat(50)]) {
      expect(tokens.read('thumbnail', text, now)?.holdsFor(scope) ?? false).toBe(false);
    }
  });

  test('is valid only for its purpose, account, resource and version', () => {
    const { token } = tokens.mint('thumbnail', '', scope, now);
    expect(tokens.read('timer-preview', token, now)?.holdsFor(scope)).toBe(false);
    expect(tokens.read('font-preview', token, now)?.holdsFor(scope)).toBe(false);
    scope.forEach((_, index) => {
      expect(tokens.read('thumbnail', token, now)?.holdsFor(scope.with(index, 2))).toBe(false);
    });
    const elsewhere = pathTokens(['another secret']);
    expect(elsewhere.read('thumbnail', token, now)?.holdsFor(scope) ?? false).toBe(false);
  });

  test('of the previous secret is valid, but new tokens use the current secret', () => {
    const { token } = tokens.mint('thumbnail', 'x', scope, now);
    const rotated = pathTokens(['the next secret', 'a secret of the test']);
    expect(rotated.read('thumbnail', token, now)?.holdsFor(scope)).toBe(true);
    const next = rotated.mint('thumbnail', 'x', scope, now);
    expect(rotated.read('thumbnail', next.token, now)?.holdsFor(scope)).toBe(true);
    expect(tokens.read('thumbnail', next.token, now)?.holdsFor(scope) ?? false).toBe(false);
  });
});
