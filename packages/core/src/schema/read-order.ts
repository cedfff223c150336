import type { Issue } from '../ground/errors.ts';
import type { StoreRow } from '../ground/rows.ts';
import { NEWEST_FIRST, type Order } from '../query/ast.ts';
import { findField, unknownField } from './read-filter.ts';

/**
 * Converts `sortBy` and `sortDir` to an order. Neither: newest first. `sortDir` alone applies to date_created, `sortBy`
 * alone is ascending (docs/query-semantics.md#order).
 */
export function readOrder(
  store: StoreRow,
  sortBy: string | undefined,
  sortDir: 'asc' | 'desc' | undefined,
): { readonly order: Order; readonly issues: Issue[] } {
  if (sortBy === undefined) {
    const order: Order = sortDir === 'asc' ? { column: 'created_at', direction: 'asc' } : NEWEST_FIRST;
    return { order, issues: [] };
  }
  const field = findField(store, sortBy);
  if (field === null) {
    return { order: NEWEST_FIRST, issues: [{ path: 'sortBy', message: unknownField(store, sortBy) }] };
  }
  return { order: { column: field.column, direction: sortDir ?? 'asc' }, issues: [] };
}
