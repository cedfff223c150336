import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { formOf, newFields, type Target, toLocation, withFields } from './import-columns.ts';

const COLUMNS = ['street', ' rooms ', 'open', 'code', 'note', 'empty'];
const TARGETS: readonly Target[] = ['address', 'newField', 'newField', 'newField', 'skip', 'newField'];
const ROWS = [
  ['Graben 1', '12', 'yes', '007', 'x', ''],
  ['Graben 2', '1.5', 'No', '7 a', 'y', ' '],
  ['Graben 3', '', '', '1', 'z', ''],
];

const FILE = { columns: COLUMNS, rows: ROWS, form: formOf(',') };

test('a new field has the type that all values of its column have', () => {
  expect(newFields(FILE, TARGETS)).toEqual([
    { name: 'rooms', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'code', type: 'string' },
    { name: 'empty', type: 'string' },
  ]);
});

test('the rows fill the new fields', () => {
  const map = { fields: newFields(FILE, TARGETS) };
  const [first, second, third] = ROWS.map((row) =>
    toLocation(row, withFields(COLUMNS, TARGETS), map, FILE.form),
  );
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
  const read = rows.map((row) => toLocation(row, ['lat', 'lng'], { fields: [] }, formOf(',')));
  expect(read).toEqual([
    { lat: 1.23, lng: 103.8 },
    { lat: expect.closeTo(48.208333, 5), lng: 16.3738 },
    { lat: 48.2, lng: -16.4 },
    { lat: '1.23E', lng: 2 },
  ]);
});

test('a word, a phone number and a number with two readings are text', () => {
  const columns = ['country', 'phone', 'area'];
  const rows = [['NO', '+4930123', '1.500']];
  const file = { columns, rows, form: formOf(';') };
  const targets: readonly Target[] = ['newField', 'newField', 'newField'];
  expect(newFields(file, targets).map(({ type }) => type)).toEqual(['string', 'string', 'string']);
  const location = toLocation(
    ['52,520', '13.405', 'WAHR', '1.234,5', '1,500'],
    MIXED,
    { fields: FIELDS },
    file.form,
  );
  expect(location).toEqual({ lat: 52.52, lng: 13.405, fields: { open: true, rent: 1234.5, area: '1,500' } });
});

const MIXED: readonly Target[] = ['lat', 'lng', 'field:open', 'field:rent', 'field:area'];
const FIELDS = [
  { name: 'open', type: 'boolean' },
  { name: 'rent', type: 'number' },
  { name: 'area', type: 'number' },
] as const;
