import type { AnyFilter } from '@vitrine/client';
import { type Parameters, readList } from '../../router/parameters.ts';

/** Which records a screen is about. */
export interface FilterSet {
  readonly filters: readonly AnyFilter[];
  readonly match: 'all' | 'any';
}

/** A filter as the address has it: field, operator and value. */
type FilterPart = readonly [field: string, op: string, value?: unknown];

/** Returns the filters in parameters of an address. */
export function readFilterSet(parameters: URLSearchParams): FilterSet {
  return {
    filters: readFilterParts(readList(parameters.get('filter'))),
    match: parameters.get('match') === 'any' ? 'any' : 'all',
  };
}

/** Returns the filters in a list of parts. Parts that are none are left out. */
export function readFilterParts(parts: unknown): readonly AnyFilter[] {
  return (Array.isArray(parts) ? parts : [])
    .filter((part): part is FilterPart => isPair(part) && typeof part[1] === 'string')
    .map(([field, op, value]) => (value === undefined ? { field, op } : { field, op, value }));
}

/** Returns the parameters of the address for filters. Null removes one. */
export function filterParameters({ filters, match }: FilterSet): Parameters {
  const parts = filters.map(({ field, op, value }) =>
    value === undefined ? [field, op] : [field, op, value],
  );
  return {
    filter: parts.length === 0 ? null : JSON.stringify(parts),
    match: match === 'any' && parts.length > 1 ? 'any' : null,
  };
}

/** Whether a part of a parameter is a list that begins with a name. */
export function isPair(part: unknown): part is readonly [string, unknown] {
  return Array.isArray(part) && typeof part[0] === 'string';
}
