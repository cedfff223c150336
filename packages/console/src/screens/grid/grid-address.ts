import { type FilterSet, filterParameters, filtersOfAddress } from '../../records/filter-address.ts';
import { query, setQuery } from '../../router/location.ts';

/** Which records the grid shows, and in which order. */
export interface View extends FilterSet {
  readonly sortBy: string | null;
  readonly sortDir: 'asc' | 'desc';
  /** The value of the sort column where the grid begins, after a jump. */
  readonly from: string | null;
}

/** The order of a view in which no column was chosen: the first record that was added comes first. */
const ADDED = 'date_created';

/** Returns the order of a view, as it is requested. */
export function orderOf({ sortBy, sortDir }: Pick<View, 'sortBy' | 'sortDir'>): {
  readonly sortBy: string;
  readonly sortDir: 'asc' | 'desc';
} {
  return { sortBy: sortBy ?? ADDED, sortDir };
}

/** Whether a view is in the order in which its records were added, or the reverse. */
export function isByAddition({ sortBy }: Pick<View, 'sortBy'>): boolean {
  return sortBy === null || sortBy === ADDED;
}

/** Returns a view in the order in which its records were added. */
export function byAddition(view: View, sortDir: 'asc' | 'desc'): View {
  return { ...view, sortBy: sortDir === 'asc' ? null : ADDED, sortDir, from: null };
}

/** Returns the view in the address: `?filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&from=40`. */
export function viewOfAddress(): View {
  const parameters = query.value;
  return {
    ...filtersOfAddress(),
    sortBy: parameters.get('sort'),
    sortDir: parameters.get('dir') === 'desc' ? 'desc' : 'asc',
    from: parameters.get('sort') === null ? null : parameters.get('from'),
  };
}

/** Puts a changed view into the address. Back returns to the earlier one. */
export function showView(view: View): void {
  const { sortBy, sortDir, from } = view;
  setQuery(
    {
      ...filterParameters(view),
      sort: sortBy,
      from: sortBy === null ? null : from,
      dir: sortBy !== null && sortDir === 'desc' ? 'desc' : null,
    },
    { push: true },
  );
}
