import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requirementsById } from './requirements.ts';
import { AT_NIGHT, ON_REQUEST } from './run-modes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The arguments of each `verifies(…)`. A title that merely names the function has no quoted id after it. */
const CITATION = /\bverifies\(\s*((?:'[^']*'\s*,?\s*)+)\)/g;
const ANY_CALL = /\bverifies\(/g;

interface Citation {
  readonly id: string;
  readonly file: string;
}

function readSources(): { file: string; text: string }[] {
  return globSync(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  })
    .filter((file) => file !== 'test/requirements.test.ts')
    .map((file) => ({ file, text: readFileSync(new URL(`../${file}`, import.meta.url), 'utf8') }));
}

function citationsOf({ file, text }: { file: string; text: string }): Citation[] {
  return [...text.matchAll(CITATION)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, id = '']) => ({ id, file })),
  );
}

const sources = readSources();
const citations = sources.flatMap(citationsOf);
const notByDay = [...ON_REQUEST, ...AT_NIGHT];
const cited = new Set(
  citations.filter(({ file }) => !notByDay.some((glob) => matchesGlob(file, glob))).map(({ id }) => id),
);

test('requires a test for every rule that runs by day', () => {
  const uncited = [...requirementsById].filter(([id]) => !cited.has(id));
  expect(uncited.map(([id, { text }]) => `${id}: ${text}`)).toEqual([]);
});

test('requires every cited id to be a rule', () => {
  expect(citations.filter(({ id }) => !requirementsById.has(id))).toEqual([]);
});

test('requires string literals as ids, so that this file can read them', () => {
  const unread = sources.filter(
    ({ text }) => [...text.matchAll(ANY_CALL)].length !== [...text.matchAll(CITATION)].length,
  );
  expect(unread.map(({ file }) => file)).toEqual([]);
});

test('never skips a test that cites a rule', () => {
  const skipping = sources.filter(
    (source) =>
      citationsOf(source).length > 0 && /\b(test|it|describe)\.(skip|todo|only|fails)\b/.test(source.text),
  );
  expect(skipping.map(({ file }) => file)).toEqual([]);
});
