import { NotFoundError, UnavailableError, ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test('every issue is a line with its path', () => {
  const error = new ValidationError([
    { path: 'filters[0].op', message: 'Use eq.' },
    { path: '', message: 'Expected a JSON object.' },
  ]);
  expect(errorText(error)).toBe('filters[0].op: Use eq.\nExpected a JSON object.');
});

test('number and length of issues are limited', () => {
  const issues = Array.from({ length: 50 }, (_, index) => ({
    path: `filters[${index}]`,
    message: 'x'.repeat(26_000),
  }));
  expect(errorText(new ValidationError(issues)).length).toBeLessThanOrEqual(8_001);
  const short = issues.map(({ path }) => ({ path, message: 'No.' }));
  expect(errorText(new ValidationError(short)).split('\n')).toHaveLength(11);
  expect(errorText(new ValidationError(short))).toMatch(/And 40 more\.$/);
});

test('a busy server says when to call again', () => {
  expect(errorText(new UnavailableError('Too busy.', { retryAfterSeconds: 3 }))).toBe(
    'Too busy. Call again in 3 s.',
  );
});

test('the text of other errors is their message', () => {
  expect(errorText(new NotFoundError('record'))).toBe('No such record.');
});
