import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
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

test('degrees are read as people write them', verifies('import.degrees'), () => {
  const rows = [
    ['1.23N', '103.8E'],
    [`48°12'30"N`, '16,3738'],
    ['+48.2', '-16.4'],
    ['1.23E', '2'],
  ];
  const read = rows.map((row) => toLocation(row, ['lat', 'lng'], { fields: [] }));
  expect(read).toEqual([
    { lat: 1.23, lng: 103.8 },
    { lat: expect.closeTo(48.208333, 5), lng: 16.3738 },
    { lat: 48.2, lng: -16.4 },
    { lat: '1.23E', lng: 2 },
  ]);
});
