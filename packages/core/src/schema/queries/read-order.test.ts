import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { readOrder } from './read-order.ts';

const property = { required: false, unique: false, description: null };
const store = {
  id: 's',
  accountId: 'a',
  properties: [
    { ...property, name: 'sku', type: 'string', slot: 't0', unique: true, required: true },
    { ...property, name: 'city', type: 'string', slot: 't1' },
    { ...property, name: 'price', type: 'number', slot: 'n0' },
  ],
} as unknown as StoreRow;

describe('readOrder', () => {
  test('reads a list of fields with their directions', verifies('query.order'), () => {
    const { order, issues } = readOrder(
      store,
      [{ field: 'city' }, { field: 'price', dir: 'desc' }, { field: 'date_created', dir: 'asc' }],
      undefined,
    );
    expect(issues).toEqual([]);
    expect(order).toEqual({
      column: 't1',
      direction: 'asc',
      further: [
        { column: 'n0', direction: 'desc' },
        { column: 'created_at', direction: 'asc' },
      ],
    });
  });

  test('reads a list of one field as this field, and an empty one as none', verifies('query.order'), () => {
    expect(readOrder(store, [{ field: 'price', dir: 'desc' }], undefined).order).toEqual(
      readOrder(store, 'price', 'desc').order,
    );
    for (const sortDir of ['asc', 'desc', undefined] as const)
      expect(readOrder(store, [], sortDir)).toEqual(readOrder(store, undefined, sortDir));
  });

  test('ignores fields after the key, which is different in each record', verifies('query.order'), () => {
    const id = { column: 'id', direction: 'asc' };
    expect(readOrder(store, [{ field: 'sku' }, { field: 'id' }, { field: 'city' }], undefined).order).toEqual(
      id,
    );
    expect(
      readOrder(store, [{ field: 'city' }, { field: 'id' }, { field: 'price' }], undefined).order,
    ).toEqual({
      column: 't1',
      direction: 'asc',
      further: [id],
    });
  });

  test('refuses unknown and repeated fields, and a direction beside a list', verifies('query.order'), () => {
    const { issues } = readOrder(
      store,
      [{ field: 'city' }, { field: 'prise' }, { field: 'city', dir: 'desc' }],
      'desc',
    );
    expect(issues).toEqual([
      { path: 'sortDir', message: expect.stringContaining('"dir"') },
      { path: 'sortBy[1].field', message: expect.stringContaining('Did you mean "price"?') },
      { path: 'sortBy[2].field', message: 'Name each field once.' },
    ]);
  });
});
