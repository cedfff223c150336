import { expect, test } from 'vitest';
import { openConnection } from './connection.ts';
import { isOlder } from './pragmas.ts';

test('versions compare by their numbers', () => {
  expect(isOlder([3, 51, 2], [3, 51, 3])).toBe(true);
  expect(isOlder([3, 9, 9], [3, 51, 3])).toBe(true);
  expect(isOlder([3, 51, 3], [3, 51, 3])).toBe(false);
  expect(isOlder([3, 54], [3, 51, 3])).toBe(false);
  expect(isOlder([4, 0, 0], [3, 51, 3])).toBe(false);
});

test('every connection syncs its writes to the disk and does not trust the schema', () => {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  const pragma = (name: string) => connection.execute({ text: `PRAGMA ${name}`, values: [] })[0]?.[0];
  expect({
    synchronous: pragma('synchronous'),
    foreignKeys: pragma('foreign_keys'),
    trustedSchema: pragma('trusted_schema'),
    cellSizeCheck: pragma('cell_size_check'),
    busyTimeout: pragma('busy_timeout'),
  }).toEqual({ synchronous: 2, foreignKeys: 1, trustedSchema: 0, cellSizeCheck: 1, busyTimeout: 5000 });
  connection.close();
});
