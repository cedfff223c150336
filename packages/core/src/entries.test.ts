import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

/** Names that both `@vitrine/core` and `@vitrine/core/storage` export; the docstring of `index.ts` has the reason. */
const SHARED = [
  'CallOptions',
  'Caller',
  'ErrorCode',
  'Issue',
  'Metric',
  'SearchOptions',
  'Turn',
  'TurnLimits',
  'TurnLoad',
  'Turns',
  'UnavailableError',
  'ValidationError',
  'VitrineError',
  'activeAccounts',
  'createTurns',
  'requireWanted',
];

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
  const shared = [...entriesByName].filter(([, entries]) => entries.length > 1);
  expect(shared.map(([name]) => name).sort()).toEqual(SHARED);
  expect(new Set(shared.map(([, entries]) => entries.join()))).toEqual(new Set(['.,./storage']));
});
