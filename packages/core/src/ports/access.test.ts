import { expect, test } from 'vitest';
import { bearerTokenOf, isBearerToken } from './access.ts';

test.each([
  ['Bearer abc-._~+/9==', 'abc-._~+/9=='],
  ['bearer   abc', 'abc'],
  ['Bearer abc, Bearer def', null],
  ['Bearer ', null],
  ['Basic abc', null],
  ['abc', null],
  ['', null],
])('reads the token of %j', (authorization, token) => {
  expect(bearerTokenOf(authorization)).toBe(token);
});

test.each(['', '=', 'a b', 'ä', 'a=b', 'a\n'])('rejects %j as a token', (text) => {
  expect(isBearerToken(text)).toBe(false);
});
