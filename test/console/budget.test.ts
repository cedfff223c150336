import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { CONSOLE_FOLDER } from '@vitrine/console';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';

const KB = 1_000;
const BUDGET = { firstScript: 60 * KB, firstStyle: 12 * KB, screen: 40 * KB, everything: 500 * KB };
/** The finer borders are loaded when a map is close enough to show them. */
const MAP_BUDGET: Readonly<Record<string, number>> = {
  'countries-110m': 40 * KB,
  'countries-50m': 240 * KB,
  cities: 40 * KB,
};

/** Data of the map has a budget of its own. */
const MAP_DATA = /^((?:countries|cities)[\w-]*)-\w{8}\.json$/;

const assets = new URL('assets/', CONSOLE_FOLDER);
const names = readdirSync(assets).filter((name) => !/\.(?:br|gz)$/.test(name));
const text = (name: string) => readFileSync(new URL(name, assets), 'utf8');
const size = (name: string) => gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length;
const sum = (files: Iterable<string>) => [...files].reduce((total, name) => total + size(name), 0);

/** Returns a script and what it imports at once, without the files that are loaded already. */
function withImports(script: string, loaded: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || loaded.has(name)) return;
    found.add(name);
    for (const [, next] of text(name).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) visit(next ?? '');
  };
  visit(script);
  return found;
}

test('the console stays within its budget, compressed with gzip', verifies('console.budget'), () => {
  const page = readFileSync(new URL('index.html', CONSOLE_FOLDER), 'utf8');
  const script = /assets\/([\w-]+\.js)"><\/script>/.exec(page)?.[1] ?? '';
  const style = /assets\/([\w-]+\.css)"/.exec(page)?.[1] ?? '';
  const preloaded = [...page.matchAll(/rel="modulepreload" href="[^"]*assets\/([\w-]+\.js)"/g)];
  const first = new Set([script, ...preloaded.map(([, name]) => name ?? '')]);
  expect(first, 'what the script imports is preloaded').toEqual(first.union(withImports(script)));
  // A browser starts twenty small files later than one.
  expect(first.size, 'files of the first load').toBeLessThanOrEqual(6);
  const lazy = new Set(
    [...first].flatMap((name) =>
      [...text(name).matchAll(/import\("\.\/([\w-]+\.js)"\)/g)].map(([, lazily]) => lazily ?? ''),
    ),
  );
  expect(lazy.size).toBeGreaterThan(0);
  const rows = [
    { part: 'first load: scripts', bytes: sum(first), limit: BUDGET.firstScript },
    { part: 'first load: style', bytes: size(style), limit: BUDGET.firstStyle },
    ...[...lazy].map((name) => ({
      part: name.replace(/-\w{8}\.js$/, ''),
      bytes: sum(withImports(name, first)),
      limit: BUDGET.screen,
    })),
    {
      part: 'everything but data of the map',
      bytes: sum(names.filter((name) => !MAP_DATA.test(name))),
      limit: BUDGET.everything,
    },
  ];
  for (const name of names) {
    const part = MAP_DATA.exec(name)?.[1];
    if (part !== undefined) rows.push({ part, bytes: size(name), limit: MAP_BUDGET[part] ?? 0 });
  }
  console.table(rows);
  for (const { part, bytes, limit } of rows) expect(bytes, part).toBeLessThanOrEqual(limit);
});

test('every compressed form on the disk belongs to a file', () => {
  for (const name of readdirSync(assets)) {
    expect(statSync(new URL(name.replace(/\.(?:br|gz)$/, ''), assets)).size).toBeGreaterThan(0);
  }
});
