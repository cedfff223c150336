import type { z } from 'zod';
import type { orderBy } from '../../contracts/records/records.ts';
import type { Issue } from '../../ground/errors.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { NEWEST_FIRST, type Order, type OrderKey } from '../../query/ast.ts';
import { findField, unknownField } from './read-filter.ts';

interface ReadOrder {
  /** Of no use if there are issues. */
  readonly order: Order;
  readonly issues: Issue[];
}

/**
 * Converts `sortBy` and `sortDir` to an order. Neither: newest first. `sortDir` alone applies to date_created, `sortBy`
 * alone is ascending (docs/query-semantics.md#order).
 */
export function readOrder(
  store: StoreRow,
  sortBy: z.output<typeof orderBy>,
  sortDir: 'asc' | 'desc' | undefined,
): ReadOrder {
  if (sortBy === undefined || (Array.isArray(sortBy) && sortBy.length === 0)) {
    const order: Order = sortDir === 'asc' ? { column: 'created_at', direction: 'asc' } : NEWEST_FIRST;
    return { order, issues: [] };
  }
  if (typeof sortBy !== 'string') return readSeveral(store, sortBy, sortDir);
  const field = findField(store, sortBy);
  if (field === null) {
    return { order: NEWEST_FIRST, issues: [{ path: 'sortBy', message: unknownField(store, sortBy) }] };
  }
  return { order: { column: field.column, direction: sortDir ?? 'asc' }, issues: [] };
}

type GivenKeys = Exclude<z.output<typeof orderBy>, string | undefined>;

function readSeveral(store: StoreRow, given: GivenKeys, sortDir: 'asc' | 'desc' | undefined): ReadOrder {
  const issues: Issue[] = [];
  if (sortDir !== undefined) {
    issues.push({ path: 'sortDir', message: 'Each field of a list has its own direction: "dir".' });
  }
  const keys: OrderKey[] = [];
  given.forEach(({ field: name, dir = 'asc' }, index) => {
    const path = `sortBy[${index}].field`;
    const field = findField(store, name);
    if (field === null) issues.push({ path, message: unknownField(store, name) });
    else if (given.findIndex(({ field: earlier }) => earlier === name) < index) {
      issues.push({ path, message: 'Name each field once.' });
    } else keys.push({ column: field.column, direction: dir });
  });
  // Ids are unique, so no field after the id has an effect.
  const end = keys.findIndex(({ column }) => column === 'id');
  const [first = NEWEST_FIRST, ...further] = end < 0 ? keys : keys.slice(0, end + 1);
  return { order: further.length === 0 ? first : { ...first, further }, issues };
}
