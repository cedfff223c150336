import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';
import { filesIn } from './source-files.ts';

test('every test file that docs/security.md names exists', () => {
  const files = ['packages', 'test'].flatMap(filesIn);
  const text = readFileSync(`${ROOT}/docs/security.md`, 'utf8');
  const named = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
