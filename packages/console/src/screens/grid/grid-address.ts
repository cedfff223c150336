import type { AnyFilter } from '@vitrine/client';
import { query, setQuery } from '../../router/location.ts';
import type { View } from './record-pages.ts';

/** A filter as the address has it: field, operator and value. */
type FilterPart = readonly [field: string, op: string, value?: unknown];

/** Returns the view in the address: `?filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&from=40`. */
export function viewOfAddress(): View {
  const parameters = query.value;
  return {
    filters: readFilters(parameters.get('filter')),
    match: parameters.get('match') === 'any' ? 'any' : 'all',
    sortBy: parameters.get('sort'),
    sortDir: parameters.get('dir') === 'desc' ? 'desc' : 'asc',
    from: parameters.get('sort') === null ? null : parameters.get('from'),
  };
}

/** Puts a changed view into the address. Back returns to the earlier one. */
export function showView({ filters, match, sortBy, sortDir, from }: View): void {
  const parts = filters.map(({ field, op, value }) =>
    value === undefined ? [field, op] : [field, op, value],
  );
  setQuery(
    {
      filter: parts.length === 0 ? null : JSON.stringify(parts),
      match: match === 'any' && parts.length > 1 ? 'any' : null,
      sort: sortBy,
      from: sortBy === null ? null : from,
      dir: sortBy !== null && sortDir === 'desc' ? 'desc' : null,
    },
    { push: true },
  );
}

function readFilters(text: string | null): readonly AnyFilter[] {
  if (text === null) return [];
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts)
      ? parts.filter(isPart).map(([field, op, value]) => ({ field, op, value }))
      : [];
  } catch {
    // Someone edited the address by hand.
    return [];
  }
}

function isPart(part: unknown): part is FilterPart {
  return Array.isArray(part) && typeof part[0] === 'string' && typeof part[1] === 'string';
}
