import type { SortKey, View } from './grid-address.ts';

/** Further columns of an order at most: the interface takes four. */
export const THEN_MAX = 3;

/**
 * Returns a view after a press on a column: ascending, descending, then not by it. With `more`, the column comes after
 * those that decide already.
 */
export function pressColumn(view: View, field: string, more: boolean): View {
  const keys: readonly SortKey[] =
    view.sortBy === null ? [] : [{ field: view.sortBy, dir: view.sortDir }, ...view.thenBy];
  const place = keys.findIndex((key) => key.field === field);
  const pressed = keys[place];
  const turned: readonly SortKey[] =
    pressed === undefined ? [{ field, dir: 'asc' }] : pressed.dir === 'asc' ? [{ field, dir: 'desc' }] : [];
  // Among others, a column that is pressed alone begins anew.
  if (!more) return withOrder(view, place > 0 ? [{ field, dir: 'asc' }] : turned);
  const next = place < 0 ? [...keys, ...turned] : keys.toSpliced(place, 1, ...turned);
  return withOrder(view, next.slice(0, THEN_MAX + 1));
}

/** Returns a view in the order of columns, the first of which decides first. */
export function withOrder(view: View, [first, ...thenBy]: readonly SortKey[]): View {
  return { ...view, sortBy: first?.field ?? null, sortDir: first?.dir ?? 'asc', thenBy, from: null };
}
