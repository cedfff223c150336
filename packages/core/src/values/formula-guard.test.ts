import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from './formula-guard.ts';

const text = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠', 'a', '"'),
  maxLength: 6,
});

test('guarded text never begins like a formula, and unguardFormula restores the original', () => {
  fc.assert(
    fc.property(text, (original) => {
      const guarded = guardFormula(original);
      expect(unguardFormula(guarded)).toBe(original);
      expect(guarded).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    }),
  );
});

test('text that is not a formula stays unchanged', () => {
  for (const plain of ['', 'a', "'", "'a", "it's", '1', ' =1', '"=1"']) {
    expect(guardFormula(plain)).toBe(plain);
    expect(unguardFormula(plain)).toBe(plain);
  }
});
