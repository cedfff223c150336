import { expect, test } from 'vitest';
import { storeRows } from './rows.ts';

function row(version: number, name = 'A store') {
  const property =
    '{"name":"p","type":"string","required":false,"unique":false,"description":null,"slot":"t0"}';
  return ['s1', 'a1', version, 1, name, null, null, 'library', `[${property}]`, '["t3"]', 1, 2, 0, null, 0];
}

test('a store is parsed once for each version, and handed out frozen', () => {
  const rows = storeRows();
  const first = rows.read(row(1));
  expect(rows.read(row(1))).toBe(first);
  expect(rows.known('s1', 1)).toBe(first);
  expect(rows.known('s1', 2)).toBe(null);
  const second = rows.read(row(2, 'Renamed'));
  expect([second.name, second.version, rows.known('s1', 1)]).toEqual(['Renamed', 2, null]);
  expect(Object.isFrozen(second) && Object.isFrozen(second.properties[0])).toBe(true);
  expect(second.freedSlots).toEqual(['t3']);
});
