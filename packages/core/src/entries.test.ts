import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

/** Names that two entries export, because an adapter and its threads must load neither the services nor zod. */
const SHARED = {
  '.,./adapter': ['UnavailableError', 'ValidationError', 'VitrineError'],
  './server,./adapter': [
    'BoundedMap',
    'ItemList',
    'ListItem',
    'MaybePromise',
    'Turn',
    'TurnLimits',
    'TurnLoad',
    'Turns',
    'activeAccounts',
    'createTurns',
    'distanceMiles',
    'requireWanted',
    'whenHere',
  ],
};

function exportedNames(file: string): string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const listed = text
    .matchAll(/^export (?:type )?\{([^}]*)\}/gm)
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().replace(/^type /, ''));
  const declared = text
    .matchAll(/^export (?:async )?(?:class|const|function|interface|type) (\w+)/gm)
    .map(([, name = '']) => name);
  return [...listed, ...declared].filter((name) => name !== '');
}

/** Returns what a file loads when it runs: files by their paths in this package, and names of packages. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  if (!file.startsWith('src/')) return loaded;
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  for (const [, names = '', from = ''] of text.matchAll(
    /^(?:import|export) (?!type )([^;]*?) from '([^']+)';/gm,
  )) {
    if (/^\{(?:\s*type \w+,?)+\s*\}$/.test(names)) continue;
    loadedBy(from.startsWith('.') ? posix.join(posix.dirname(file), from) : from, loaded);
  }
  return loaded;
}

test('exports every name from one entry', () => {
  const entriesByName = new Map<string, string[]>();
  for (const [entry, { 'vitrine-source': file }] of Object.entries(manifest.exports)) {
    for (const name of exportedNames(file)) {
      entriesByName.set(name, [...(entriesByName.get(name) ?? []), entry]);
    }
  }
  expect(entriesByName.size).toBeGreaterThan(300);
  const shared: Record<string, string[]> = {};
  for (const [name, entries] of [...entriesByName].sort()) {
    if (entries.length === 1) continue;
    shared[entries.join()] ??= [];
    shared[entries.join()]?.push(name);
  }
  expect(shared).toEqual(SHARED);
});

test('has no entry of one or two names', () => {
  const counts = Object.values(manifest.exports).map(
    (entry) => exportedNames(entry['vitrine-source']).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(2);
});

test('what threads and programs need loads neither zod nor the services', () => {
  expect([...loadedBy('src/node.ts')].length).toBeLessThan(7);
  for (const entry of ['src/server.ts', 'src/adapter.ts']) {
    const loaded = [...loadedBy(entry)];
    expect(loaded.length).toBeGreaterThan(25);
    expect(loaded).not.toContain('zod');
    expect(loaded).not.toContain('src/vitrine.ts');
  }
  expect([...loadedBy('src/index.ts')]).toContain('zod');
  expect([...loadedBy('src/storage/index.ts')]).toEqual(['src/storage/index.ts']);
});
