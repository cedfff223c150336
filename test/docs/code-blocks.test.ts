import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeBlocks, ROOT } from './code-blocks.ts';
import { headingAnchors } from './headings.ts';

/**
 * The test that runs or compiles the code of a document, by its path from the project's root, or the reason why none
 * can.
 */
const checkedBy: Readonly<Record<string, { readonly test: string } | { readonly notHere: string }>> = {
  'README.md': { test: 'test/docs/readme.test.ts' },
  'docs/agents.md': { test: 'test/e2e/agents-guide.test.ts' },
  'docs/architecture.md': { test: 'test/docs/excerpts.test.ts' },
  'docs/changes.md': { test: 'test/docs/changes-guide.test.ts' },
  'docs/container.md': { test: 'examples/compose/container-guide.test.ts' },
  'docs/client.md': { test: 'test/docs/client-guide.test.ts' },
  'docs/embedding.md': { test: 'test/docs/embedding-guide.test.ts' },
  'docs/live-images.md': { test: 'test/e2e/live-images-guide.test.ts' },
  'docs/maps.md': { test: 'test/e2e/maps-guide.test.ts' },
  'docs/operations.md': { test: 'test/docs/operations-guide.test.ts' },
  'docs/schema-changes.md': { test: 'test/docs/schema-changes-guide.test.ts' },
  'docs/storage-adapters.md': { test: 'test/docs/excerpts.test.ts' },
  'docs/timers.md': { test: 'test/e2e/timers-guide.test.ts' },
  'docs/webhooks.md': { test: 'test/e2e/webhooks-guide.test.ts' },
  'examples/custom-storage-adapter/README.md': { test: 'test/docs/excerpts.test.ts' },
  'docs/backends.md': { notHere: 'needs a Citus cluster' },
  'examples/compose/README.md': {
    notHere: 'needs a Docker engine; compose.test.ts reads the files that the commands use',
  },
};

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`),
  ...readdirSync(`${ROOT}/examples`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `examples/${name}`),
].filter((name) => name.endsWith('.md'));

const isCode = (language: string) => language !== '';

describe('the documents', () => {
  test.each(documents)('%s has code that a test runs or compiles, or a reason why not', (document) => {
    const languages = codeBlocks(document)
      .map(({ language }) => language)
      .filter(isCode);
    const check = checkedBy[document];
    if (languages.length === 0) {
      expect(check).toBeUndefined();
      return;
    }
    if (check === undefined)
      throw new Error(`${document} has code that no test checks: ${languages.join(', ')}`);
    if ('test' in check) expect(readFileSync(`${ROOT}/${check.test}`, 'utf8')).toContain(document);
    else console.warn(`NOT RUN: the code of ${document}: ${check.notHere}.`);
  });

  test('links lead to documents and headings that exist', () => {
    const broken = documents.flatMap((document) => {
      const text = readFileSync(`${ROOT}/${document}`, 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)].map(([, link = '']) => link);
      return links.filter((link) => !exists(document, link)).map((link) => `${document}: ${link}`);
    });
    expect(broken).toEqual([]);
  });

  test('name two commands in the README that are scripts of the project', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { scripts: object };
    expect(scripts).toHaveProperty('start');
    expect(scripts).toHaveProperty('test');
  });
});

function exists(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || headingAnchors(target).has(anchor);
}
