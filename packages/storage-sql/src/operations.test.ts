import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CachedTable, Operation } from './operation.ts';
import { operations } from './operations.ts';

const CACHED_TABLES: Readonly<Record<CachedTable, true>> = { api_keys: true, images: true, stores: true };
const CHANGE = new RegExp(`\\b(?:UPDATE|DELETE FROM) (${Object.keys(CACHED_TABLES).join('|')})\\b`, 'g');

/** Returns the cached table of each statement in the source that changes or removes rows of one. */
function changesIn(source: string): string[] {
  return [...source.matchAll(CHANGE)].map(([, table]) => table ?? '');
}

const declared = Object.entries(operations).map(([name, operation]) => {
  const { changes, steps } = operation as unknown as Operation<unknown, unknown>;
  return { name, changes, written: changesIn(steps.toString()) };
});

describe('an operation that changes rows of a cached table', () => {
  const changing = declared.filter(({ written }) => written.length > 0);

  test.each(changing)('$name declares it', ({ changes, written }) => {
    expect(new Set(written)).toEqual(new Set([changes?.table]));
  });

  test('has its statements in its own steps, where the test before finds them', () => {
    const sources = globSync(`${import.meta.dirname}/**/*.ts`, {
      exclude: (path) => path.endsWith('.test.ts'),
    });
    const written = sources.flatMap((path) => changesIn(readFileSync(path, 'utf8')));
    expect(written.toSorted()).toEqual(changing.flatMap((operation) => operation.written).toSorted());
  });
});

test('an operation that declares changes makes them', () => {
  const names = declared.filter(({ changes, written }) => changes !== null && written.length === 0);
  expect(names).toEqual([]);
});
