import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { type DecimalForm, readNumberText } from './number-text.ts';

const FORMS: readonly DecimalForm[] = ['point', 'comma', 'plain', 'open'];

describe('readNumberText', () => {
  test.each([
    ['0', 0],
    ['-12', -12],
    ['+3', 3],
    ['\u22123,5', -3.5],
    ['.5', 0.5],
    ['-.25', -0.25],
    [',5', 0.5],
    ['1,5', 1.5],
    ['0,500', 0.5],
    ['0.500', 0.5],
    ['1234.567', 1234.567],
    ['1234,567', 1234.567],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1\u202f234,50', 1234.5],
    ['1\u00a0234\u00a0567', 1_234_567],
    ['1\u2009234.5', 1234.5],
    ['1 234,50', 1234.5],
    ['-12 345 678.9', -12_345_678.9],
    ['1 234,500', 1234.5],
    ['1,5E+03', 1500],
    ['2e-3', 0.002],
  ])('reads %j in every form, because it has one reading', verifies('import.values'), (text, value) => {
    for (const form of FORMS) expect(readNumberText(text, form)).toBe(value);
  });

  test.each([
    '',
    'x',
    '007',
    '1 234',
    '552 100 554',
    '12 34,5',
    '1  234,5',
    ' 234,5',
    '1,23,4',
    '1,2345.6',
    '1.23,4.5',
    '--1',
    '+',
    '.',
    '1.',
    '$5',
    '(1)',
    "1'000",
  ])('does not read %j', (text) => {
    for (const form of FORMS) expect(readNumberText(text, form)).toBeNull();
  });

  test(
    'the form decides between two readings, and an open one refuses both',
    verifies('detect.decimal'),
    () => {
      const all = (text: string) => FORMS.map((form) => readNumberText(text, form));
      expect(all('1,500')).toEqual([1500, 1.5, null, null]);
      expect(all('1.500')).toEqual([1.5, 1500, 1.5, null]);
      expect(all('-52.520')).toEqual([-52.52, -52_520, -52.52, null]);
    },
  );
});
