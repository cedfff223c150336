import type { AnyFilter } from '@vitrine/client';
import { shownParameters } from './shown-view.ts';
import { filtersText, readFilters } from './view-parameters.ts';

/** Which records a screen is about. */
export interface FilterSet {
  readonly filters: readonly AnyFilter[];
  readonly match: 'all' | 'any';
}

/** Returns the filters in the address, `?filter=[["state","eq","TX"]]&match=any`, or those of the view that it names. */
export function filtersOfAddress(): FilterSet {
  return readFilterSet(shownParameters.value);
}

/** Returns the filters in parameters of an address. */
export function readFilterSet(parameters: URLSearchParams): FilterSet {
  return {
    filters: readFilters(parameters.get('filter')),
    match: parameters.get('match') === 'any' ? 'any' : 'all',
  };
}

/** Returns the parameters of the address for filters. Null removes one. */
export function filterParameters({ filters, match }: FilterSet): Readonly<Record<string, string | null>> {
  return { filter: filtersText(filters), match: match === 'any' && filters.length > 1 ? 'any' : null };
}

/** Returns the address of a path with filters. */
export function addressWithFilters(path: string, filters: FilterSet): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filterParameters(filters))) {
    if (value !== null) parameters.set(name, value);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
