import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePercent } from './percent-text.ts';

test.each([
  ['Jana%20Marie', 'Jana Marie'],
  ['%C5%BDofie%F0%9F%8E%89', 'Žofie🎉'],
  // Latin-1 stays, and what is beside it is decoded.
  ['Andr%E9%20Marie', 'Andr%E9 Marie'],
  ['%FF%C3%A9%C3', '%FFé%C3'],
  ['100%', '100%'],
  ['100%25%', '100%%'],
  ['%zz%4', '%zz%4'],
  ['%2523', '%23'],
  ['%C0%80 %ED%A0%80 %F7%BF%BF%BF', '%C0%80 %ED%A0%80 %F7%BF%BF%BF'],
  ['%e2%82%AC', '€'],
])('decodes %s', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});

test('decodes what encodeURIComponent has made, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
      const written = text.toWellFormed();
      expect(decodePercent(encodeURIComponent(written))).toBe(written);
      expect(typeof decodePercent(`%${other}%`)).toBe('string');
    }),
  );
});
