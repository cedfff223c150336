import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HARD_SUMS } from '../conformance/queries/hard-sums.ts';
import { DecimalSum } from './decimal-sum.ts';

function sumOf(values: readonly number[]): DecimalSum {
  const sum = new DecimalSum();
  for (const value of values) sum.add(value);
  return sum;
}

/** Adds the texts of the numbers digit by digit, as whole numbers of 10^-400. */
function exactSum(values: readonly number[]): number {
  const units = values.reduce((sum, value) => {
    const [, sign = '', whole = '', decimals = '', power = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
    return sum + BigInt(`${sign}${whole}${decimals}`) * 10n ** BigInt(400 + Number(power) - decimals.length);
  }, 0n);
  return Number(`${units}e-400`) + 0;
}

const whole = fc.integer({ min: -(2 ** 53 - 1), max: 2 ** 53 - 1 });
const value = fc
  .oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((millionths) => millionths / 1e6),
    whole,
    fc.tuple(whole, fc.nat(340)).map(([digits, power]) => Number(`${digits}e-${power}`)),
    fc.double({ noNaN: true, min: -(2 ** 53), max: 2 ** 53 }),
    fc.double({ noNaN: true, min: -1e-300, max: 1e-300 }),
    fc.constantFrom(...HARD_SUMS.flatMap(({ values }) => values.slice(0, 4)), 1e9, 1e9 + 1e-6, -1e9),
  )
  // Stored numbers have one zero.
  .map((number) => number + 0);
const values = fc.array(value, { minLength: 1, maxLength: 60 });

describe('the sum of numbers', () => {
  test.each(HARD_SUMS)('$values.length numbers from $values.0: $sum', ({ values: numbers, sum }) => {
    expect(exactSum(numbers)).toBe(sum);
    expect(sumOf(numbers).total()).toBe(sum);
  });

  test('is that of the decimals that JSON shows, rounded once, in any order', () => {
    fc.assert(
      fc.property(values, (numbers) => {
        const exact = exactSum(numbers);
        for (const list of [numbers, numbers.toReversed(), numbers.toSorted((a, b) => a - b)]) {
          expect(sumOf(list).total()).toBe(exact);
        }
        expect(sumOf(numbers).mean()).toBe(exact / numbers.length + 0);
      }),
    );
  });

  test('is exact over a hundred thousand numbers of alternating signs', () => {
    const numbers = Array.from(
      { length: 100_001 },
      (_, i) => (i % 2 === 0 ? 1 : -1) * (2 ** 53 - 1 - i * 0.5),
    );
    expect(sumOf(numbers).total()).toBe(exactSum(numbers));
  });

  test('adds sums of millionths that were counted elsewhere', () => {
    const sum = sumOf([0.1, 1e-7]);
    sum.addMillionths(2n ** 62n, 3);
    expect(sum.count).toBe(5);
    expect(sum.total()).toBe(Number(`${2n ** 62n * 10n + 1_000_001n}e-7`));
  });
});
