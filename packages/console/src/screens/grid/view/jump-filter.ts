import type { AnyFilter } from '@vitrine/client';
import { readValue } from '../../../records/read-value.ts';
import type { Column } from '../../../records/value-types.ts';
import type { View } from './view.ts';

/** Whether a jump to a value is possible: the filter that it adds must hold together with the others. */
export function canJump({ filters, match, sortBy }: View): boolean {
  return sortBy !== null && (match === 'all' || filters.length < 2);
}

/** Returns the filters of a view, with the one of a jump. */
export function effectiveFilters(view: View, columns: readonly Column[]): readonly AnyFilter[] {
  const { from, sortBy, sortDir, filters } = view;
  const column = columns.find(({ name }) => name === sortBy);
  if (from === null || column === undefined || !canJump(view)) return filters;
  return [...filters, jumpFilter(column, sortDir, from)];
}

function jumpFilter({ name, type }: Column, sortDir: 'asc' | 'desc', from: string): AnyFilter {
  if (type === 'number') return { field: name, op: sortDir === 'asc' ? 'gte' : 'lte', value: Number(from) };
  if (type === 'datetime') {
    const time = Date.parse(String(readValue(from, type)));
    // The operators exclude the moment itself.
    const edge = new Date((Number.isNaN(time) ? Date.now() : time) + (sortDir === 'asc' ? -1 : 1));
    return { field: name, op: sortDir === 'asc' ? 'after' : 'before', value: edge.toISOString() };
  }
  return { field: name, op: 'startsWith', value: from };
}
