import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';
import { filesIn } from './source-files.ts';

const files = ['packages', 'test'].flatMap(filesIn);
/** Returns whether a file or folder has this path, or ends with it. */
const exists = (path: string) => files.some((file) => `/${file}/`.includes(`/${path.replace(/\/$/, '')}/`));
const textOf = (document: string) => readFileSync(`${ROOT}/${document}`, 'utf8');

test('every test file that docs/security.md names exists', () => {
  const named = [...textOf('docs/security.md').matchAll(/`([\w/-]+\.test\.ts)`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

test('every source file and folder that a document names exists', () => {
  const documents = [
    'AGENTS.md',
    'CONTRIBUTING.md',
    ...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`),
  ];
  const missing = documents
    .filter((name) => name.endsWith('.md'))
    .flatMap((document) => {
      const named = [...textOf(document).matchAll(/`([\w-]+\/src\/[\w./-]*\w\/?|test\/[\w/-]+)`/g)];
      return named.filter(([, path = '']) => !exists(path)).map(([, path]) => `${document}: ${path}`);
    });
  expect(missing).toEqual([]);
});
