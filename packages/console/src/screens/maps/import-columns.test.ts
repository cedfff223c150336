import { expect, test } from 'vitest';
import { newFields, type Target, toLocation, withFields } from './import-columns.ts';

const COLUMNS = ['street', ' rooms ', 'open', 'code', 'note', 'empty'];
const TARGETS: readonly Target[] = ['address', 'newField', 'newField', 'newField', 'skip', 'newField'];
const ROWS = [
  ['Graben 1', '12', 'yes', '007', 'x', ''],
  ['Graben 2', '1.5', 'No', '7 a', 'y', ' '],
  ['Graben 3', '', '', '1', 'z', ''],
];

test('a new field has the type that all values of its column have', () => {
  expect(newFields(COLUMNS, ROWS, TARGETS)).toEqual([
    { name: 'rooms', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'code', type: 'string' },
    { name: 'empty', type: 'string' },
  ]);
});

test('the rows fill the new fields', () => {
  const map = { fields: newFields(COLUMNS, ROWS, TARGETS) };
  const [first, second, third] = ROWS.map((row) => toLocation(row, withFields(COLUMNS, TARGETS), map));
  expect(first).toEqual({ address: 'Graben 1', fields: { rooms: 12, open: true, code: '007' } });
  expect(second).toEqual({ address: 'Graben 2', fields: { rooms: 1.5, open: false, code: '7 a' } });
  expect(third).toEqual({ address: 'Graben 3', fields: { code: '1' } });
});
