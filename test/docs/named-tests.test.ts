import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';

test('every test file that docs/security.md names exists', () => {
  const files = ['packages', 'test'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const text = readFileSync(`${ROOT}/docs/security.md`, 'utf8');
  const named = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
