import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './code-blocks.ts';
import { headingAnchors } from './headings.ts';
import { filesIn } from './source-files.ts';

/** A document that a source cites, with the anchor of a heading. URLs and globs are not citations. */
const CITATION = /(?<![\w/.:*])(?:[\w.-]+\/)*[\w-]+\.md\b(?:#([\w-]+))?/g;
/** Citations of a numbered text or a text outside the repository. */
const OUTSIDE = /\bdecisions? (?:sections?\b|\d)|\binterface document\b|\bspec\/|\bresearch:/i;
interface Line {
  readonly place: string;
  readonly file: string;
  readonly text: string;
}

const SOURCE = /\.(?:ts|tsx|js|mjs|css|html|json|md|sql)$/;

function sourceLines(folder: string): Line[] {
  return filesIn(folder)
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => {
      const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n');
      return lines.map((text, index) => ({ place: `${file}:${index + 1}`, file, text }));
    });
}

/** Returns the path of a cited document, which is relative to the project, the package or the source. */
function resolve(cited: string, file: string): string | undefined {
  const folders = ['.', file.split('/').slice(0, 2).join('/'), dirname(file)];
  return folders.map((folder) => join(folder, cited)).find((path) => existsSync(`${ROOT}/${path}`));
}

const lines = sourceLines('packages');
const citations = lines.flatMap(({ place, file, text }) =>
  [...text.matchAll(CITATION)].map(([cited, anchor]) => ({ place, file, cited, anchor })),
);

test('every document and heading that a package cites is in the repository', () => {
  const broken = citations.filter(({ cited, anchor, file }) => {
    const [path = ''] = cited.split('#');
    const document = resolve(path, file);
    return document === undefined || (anchor !== undefined && !headingAnchors(document).has(anchor));
  });
  expect(broken.map(({ place, cited }) => `${place}: ${cited}`)).toEqual([]);
  expect(citations.length).toBeGreaterThan(50);
});

test('every citation of docs/rules.md names a heading', () => {
  const loose = citations.filter(({ cited }) => cited === 'docs/rules.md');
  expect(loose.map(({ place }) => place)).toEqual([]);
});

test('no package cites a document outside the repository', () => {
  const found = lines.filter(({ text }) => OUTSIDE.test(text));
  expect(found.map(({ place, text }) => `${place}: ${text.trim()}`)).toEqual([]);
});
