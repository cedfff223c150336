import { readFileSync } from 'node:fs';
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
