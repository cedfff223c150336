import type { AnyFilter } from '@vitrine/client';
import type { FilterSet } from '../../../records/views/filter-set.ts';
import { ADDED, type Order, type SortKey } from '../../../records/views/order.ts';
import { sentFilters } from '../../../records/views/sent-filters.ts';

/** Further columns of an order at most: the interface takes four. */
export const THEN_MAX = 3;

/** Which records the grid shows, and in which order, of at most `THEN_MAX` further columns. */
export interface View extends FilterSet, Order {
  /** Only records that have this text in one of their fields; '' for all. */
  readonly q: string;
  /** The value of the sort column where the grid begins, after a jump. */
  readonly from: string | null;
}

/** Returns which records a view has, as it is requested. */
export function matchingOf(
  { q, match }: View,
  filters: readonly AnyFilter[],
): {
  readonly filters?: readonly AnyFilter[];
  readonly match?: 'all' | 'any';
  readonly q?: string;
} {
  return { ...sentFilters(filters, match), ...(q === '' ? {} : { q }) };
}

/** Whether a view is in the order in which its records were added, or the reverse. */
export function isByAddition({ sortBy }: Pick<View, 'sortBy'>): boolean {
  return sortBy === null || sortBy === ADDED;
}

/** Returns a view in the order in which its records were added. */
export function byAddition(view: View, sortDir: 'asc' | 'desc'): View {
  return { ...view, sortBy: sortDir === 'asc' ? null : ADDED, sortDir, thenBy: [], from: null };
}

/** Returns the columns that were chosen for the order of a view, the first of which decides first. */
export function sortKeysOf({ sortBy, sortDir, thenBy }: View): readonly SortKey[] {
  return sortBy === null ? [] : [{ field: sortBy, dir: sortDir }, ...thenBy];
}

/**
 * Returns a view after a press on a column: ascending, descending, then not by it. With `more`, the column comes after
 * those that decide already.
 */
export function pressColumn(view: View, field: string, more: boolean): View {
  const keys = sortKeysOf(view);
  const place = keys.findIndex((key) => key.field === field);
  const pressed = keys[place];
  const turned: readonly SortKey[] =
    pressed === undefined ? [{ field, dir: 'asc' }] : pressed.dir === 'asc' ? [{ field, dir: 'desc' }] : [];
  // A column that comes after others and is pressed without Shift begins a new order.
  if (!more) return withOrder(view, place > 0 ? [{ field, dir: 'asc' }] : turned);
  const next = place < 0 ? [...keys, ...turned] : keys.toSpliced(place, 1, ...turned);
  return withOrder(view, next.slice(0, THEN_MAX + 1));
}

/** Returns a view in the order of columns, the first of which decides first. */
export function withOrder(view: View, [first, ...thenBy]: readonly SortKey[]): View {
  return { ...view, sortBy: first?.field ?? null, sortDir: first?.dir ?? 'asc', thenBy, from: null };
}
