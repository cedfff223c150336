import { expect, test } from 'vitest';
import type { PropertyRow, StoreRow } from '../ground/rows.ts';
import { recordsToJson, recordToJson, showRecord } from './record-json.ts';

function storeOf(...names: string[]): StoreRow {
  const properties = names.map(
    (name, index): PropertyRow => ({
      name,
      type: 'string',
      required: false,
      unique: false,
      description: null,
      slot: `t${index}`,
    }),
  );
  return { properties } as unknown as StoreRow;
}

const row = { id: 'a', createdAt: 0, updatedAt: 1, values: ['x', null, 'y'] };
const dates = '"date_created":"1970-01-01T00:00:00.000Z","date_updated":"1970-01-01T00:00:00.001Z"';

test('showRecord returns a flat object in schema order with null for unset values', () => {
  expect(recordToJson(showRecord(storeOf('z', 'toString', 'a'), row))).toBe(
    `{"id":"a","z":"x","toString":null,"a":"y",${dates}}`,
  );
});

test('numeric names keep their place in the JSON of one record and of a list', () => {
  const record = showRecord(storeOf('name', '2024', '7'), row);
  const json = `{"id":"a","name":"x","2024":null,"7":"y",${dates}}`;
  expect(recordToJson(record)).toBe(json);
  expect(recordsToJson([record, record])).toBe(`[${json},${json}]`);
  expect(JSON.parse(json)).toEqual(record);
});

test('a property with the name "id" is the id and appears once', () => {
  expect(recordToJson(showRecord(storeOf('id', '1'), { ...row, values: ['a', 'x'] }))).toBe(
    `{"id":"a","1":"x",${dates}}`,
  );
  expect(recordToJson(showRecord(storeOf('id'), { ...row, values: ['a'] }))).toBe(`{"id":"a",${dates}}`);
});
