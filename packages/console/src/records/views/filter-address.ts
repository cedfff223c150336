import { withParameters } from '../../router/parameters.ts';
import { type FilterSet, filterParameters, readFilterSet } from './filter-set.ts';
import { shownParameters } from './shown-view.ts';

/**
 * Returns the filters in the address, `?filter=[["state","eq","TX"]]&match=any`, or those of the view that it names.
 */
export function filtersOfAddress(): FilterSet {
  return readFilterSet(shownParameters.value);
}

/** Returns the address of a path with filters. */
export function addressWithFilters(path: string, filters: FilterSet): string {
  return withParameters(path, filterParameters(filters));
}
