import { filterParameters, filtersOfAddress } from '../../records/filter-address.ts';
import { query, setQuery } from '../../router/location.ts';
import type { View } from './record-pages.ts';

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
