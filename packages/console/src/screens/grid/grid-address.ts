import { filterParameters, filtersOfAddress } from '../../records/views/filter-address.ts';
import { changeShown, shownParameters } from '../../records/views/shown-view.ts';
import { readKeys } from '../../records/views/view-parameters.ts';
import { THEN_MAX, type View } from './view.ts';

/**
 * Returns what the address shows, or the saved view that it names:
 * `?q=mug&filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&thenBy=[["name","asc"]]&from=40`.
 */
export function viewOfAddress(): View {
  const parameters = shownParameters.value;
  const sortBy = parameters.get('sort');
  return {
    ...filtersOfAddress(),
    q: parameters.get('q') ?? '',
    sortBy,
    sortDir: parameters.get('dir') === 'desc' ? 'desc' : 'asc',
    thenBy: sortBy === null ? [] : readKeys(parameters.get('thenBy')).slice(0, THEN_MAX),
    from: sortBy === null ? null : parameters.get('from'),
  };
}

/** Puts a changed view into the address. Back returns to the earlier one, unless `push` is false. */
export function showView(view: View, { push = true }: { readonly push?: boolean } = {}): void {
  const { q, sortBy, sortDir, thenBy, from } = view;
  changeShown(
    {
      ...filterParameters(view),
      q,
      sort: sortBy,
      from: sortBy === null ? null : from,
      dir: sortBy !== null && sortDir === 'desc' ? 'desc' : null,
      thenBy:
        sortBy === null || thenBy.length === 0
          ? null
          : JSON.stringify(thenBy.map(({ field, dir }) => [field, dir])),
    },
    { push },
  );
}
