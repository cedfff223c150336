import { filterParameters, filtersOfAddress } from '../../records/filter-address.ts';
import { query, setQuery } from '../../router/location.ts';
import { type SortKey, THEN_MAX, type View } from './view.ts';

/**
 * Returns the view in the address:
 * `?q=mug&filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&thenBy=[["name","asc"]]&from=40`.
 */
export function viewOfAddress(): View {
  const parameters = query.value;
  const sortBy = parameters.get('sort');
  return {
    ...filtersOfAddress(),
    q: parameters.get('q') ?? '',
    sortBy,
    sortDir: parameters.get('dir') === 'desc' ? 'desc' : 'asc',
    thenBy: sortBy === null ? [] : readKeys(parameters.get('thenBy')),
    from: sortBy === null ? null : parameters.get('from'),
  };
}

/** Puts a changed view into the address. Back returns to the earlier one, unless `push` is false. */
export function showView(view: View, { push = true }: { readonly push?: boolean } = {}): void {
  const { q, sortBy, sortDir, thenBy, from } = view;
  setQuery(
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

function readKeys(text: string | null): readonly SortKey[] {
  try {
    const parts: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(parts)) return [];
    return parts
      .filter((part): part is [string, unknown] => Array.isArray(part) && typeof part[0] === 'string')
      .slice(0, THEN_MAX)
      .map(([field, dir]) => ({ field, dir: dir === 'desc' ? 'desc' : 'asc' }));
  } catch {
    // Someone edited the address by hand.
    return [];
  }
}
