import { expect, test } from 'vitest';
import { recentEntries } from './recent-entries.ts';

test('keeps at most its number of entries, those that were used last', () => {
  const entries = recentEntries<string, number>(2);
  entries.set('one', 1);
  entries.set('two', 2);
  entries.get('one');
  entries.set('three', 3);
  expect([...entries.keys()].toSorted()).toEqual(['one', 'three']);
});
