import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { PropertyRow, PropertyType, StoreRow } from '../../ground/rows.ts';
import { readMatch } from './read-match.ts';

const PROPERTIES: readonly [name: string, type: PropertyType, slot: PropertyRow['slot']][] = [
  ['text', 'string', 't0'],
  ['price', 'number', 'n0'],
  ['sold', 'boolean', 'n1'],
  ['at', 'datetime', 'n2'],
  ['link', 'url_link', 't1'],
];

function storeOf(unique: readonly string[]): StoreRow {
  const properties = PROPERTIES.map(([name, type, slot]) => {
    return { name, type, slot, required: false, unique: unique.includes(name), description: null };
  });
  return { id: 's', accountId: 'a', properties } as unknown as StoreRow;
}

const text = (column: string, value: string) => ({ column, op: 'contains', value });

describe('readMatch', () => {
  test(
    'searches in all texts, and compares the key and all numbers, without regard to case in texts',
    verifies('search-text.fields'),
    () => {
      const store = storeOf([]);
      expect(readMatch(store, { q: 'ÄB' }).where).toEqual({
        any: [text('t0', 'äb'), text('t1', 'äb'), { column: 'id', op: 'eq', value: 'ÄB' }],
      });
      expect(readMatch(store, { q: '-0.50' }).where).toEqual({
        any: [
          text('t0', '-0.50'),
          { column: 'n0', op: 'eq', value: -0.5 },
          text('t1', '-0.50'),
          { column: 'id', op: 'eq', value: '-0.50' },
        ],
      });
      expect(readMatch(store, { q: '-0' }).where).toMatchObject({ any: { 1: { column: 'n0', value: 0 } } });
      expect(readMatch(store, { q: '1e999' }).where).toMatchObject({ any: { length: 3 } });
    },
  );

  test('searches within a key that is text', verifies('search-text.fields'), () => {
    expect(readMatch(storeOf(['text']), { q: 'x' }).where).toEqual({
      any: [text('id', 'x'), text('t1', 'x')],
    });
  });

  test(
    'joins the text by and with the filters, also with match "any"',
    verifies('search-text.filters'),
    () => {
      const filters = [{ field: 'price', op: 'gt', value: 1 }];
      const { where, issues } = readMatch(storeOf(['text']), { filters, match: 'any', q: 'x' });
      expect(issues).toEqual([]);
      expect(where).toEqual({
        all: [{ any: [{ column: 'n0', op: 'gt', value: 1 }] }, { any: [text('id', 'x'), text('t1', 'x')] }],
      });
      expect(readMatch(storeOf([]), {}).where).toEqual({ all: [] });
    },
  );
});
