import { ValidationError } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { readBasePath, withoutBasePath } from './path-table.ts';

describe('a base path', () => {
  test.each([
    ['', ''],
    ['/', ''],
    ['/vitrine', '/vitrine'],
    ['/vitrine/', '/vitrine'],
    ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
    ['/.well', '/.well'],
  ])('%j is read as %j', (text, path) => {
    expect(readBasePath(text)).toBe(path);
  });

  test.each([
    'vitrine',
    '//',
    '/a//b',
    '/a?b',
    '/a#b',
    '/..',
    '/a/./b',
    '/%61',
    '/a b',
    'https://a.example/b',
  ])('%j is refused', (text) => {
    expect(() => readBasePath(text)).toThrow(ValidationError);
  });
});

test.each([
  ['', '/v2/stores', '/v2/stores'],
  ['/vitrine', '/vitrine/v2/stores', '/v2/stores'],
  ['/vitrine', '/vitrine', '/'],
  ['/vitrine', '/vitrine/', '/'],
  ['/vitrine', '/v2/stores', '/v2/stores'],
  ['/vitrine', '/vitrines/v2', '/vitrines/v2'],
])('below %j, the path %j is %j', (base, path, rest) => {
  expect(withoutBasePath(base, path)).toBe(rest);
});
