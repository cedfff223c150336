import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../../../test/processor-time.ts';
import { readTypedText } from './typed-text.ts';

const FORM = { decimal: 'point', dates: null } as const;

describe('readTypedText, for a boolean', () => {
  test.each([
    ['yes', true],
    [' Ja ', true],
    ['si\u0301', true],
    ['NA\u0303O', false],
    ['нет', false],
  ])('reads %s', (text, value) => {
    expect(readTypedText(text, 'boolean', FORM)).toBe(value);
  });

  test.each(['perhaps', 'yes or no, who knows'])('leaves %j to the store', (text) => {
    expect(readTypedText(text, 'boolean', FORM)).toBe(text);
  });

  test('does not normalize long text, which takes time that grows with the square of its length', () => {
    const text = `a${'\u0301\u0323'.repeat(250_000)}`;
    const before = processorTime();
    expect(readTypedText(text, 'boolean', FORM)).toBe(text);
    expect(processorTime() - before).toBeLessThan(1_000);
  });
});
