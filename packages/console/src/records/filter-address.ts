import type { AnyFilter } from '@vitrine/client';
import { query } from '../router/location.ts';

/** Which records a screen is about. */
export interface FilterSet {
  readonly filters: readonly AnyFilter[];
  readonly match: 'all' | 'any';
}

/** A filter as the address has it: field, operator and value. */
type FilterPart = readonly [field: string, op: string, value?: unknown];

/** Returns the filters in the address: `?filter=[["state","eq","TX"]]&match=any`. */
export function filtersOfAddress(): FilterSet {
  const parameters = query.value;
  return {
    filters: readFilters(parameters.get('filter')),
    match: parameters.get('match') === 'any' ? 'any' : 'all',
  };
}

/** Returns the parameters of the address for filters. Null removes one. */
export function filterParameters({ filters, match }: FilterSet): Readonly<Record<string, string | null>> {
  const parts = filters.map(({ field, op, value }) =>
    value === undefined ? [field, op] : [field, op, value],
  );
  return {
    filter: parts.length === 0 ? null : JSON.stringify(parts),
    match: match === 'any' && parts.length > 1 ? 'any' : null,
  };
}

/** Returns the address of a path with filters. */
export function addressWithFilters(path: string, filters: FilterSet): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filterParameters(filters))) {
    if (value !== null) parameters.set(name, value);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
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
