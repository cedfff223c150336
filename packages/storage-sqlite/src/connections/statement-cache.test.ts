import { expect, test } from 'vitest';
import { type PreparedStatement, statementCache } from './statement-cache.ts';

test('keeps the most recently used statements, and prepares evicted ones again', () => {
  const prepared: string[] = [];
  const cache = statementCache((text) => {
    prepared.push(text);
    return { text } as unknown as PreparedStatement;
  }, 2);
  const first = cache.get('a');
  cache.get('b');
  expect(cache.get('a')).toBe(first);
  cache.get('c');
  expect(cache.get('a')).toBe(first);
  expect(cache.size).toBe(2);
  cache.get('b');
  expect(prepared).toEqual(['a', 'b', 'c', 'b']);
});
