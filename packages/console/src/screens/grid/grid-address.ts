import type { AnyFilter } from '@vitrine/client';
import { type FilterSet, filterParameters, filtersOfAddress } from '../../records/filter-address.ts';
import { query, setQuery } from '../../router/location.ts';
import { THEN_MAX } from './view-order.ts';

/** A column of an order, and its direction. */
export interface SortKey {
  readonly field: string;
  readonly dir: 'asc' | 'desc';
}

/** Which records the grid shows, and in which order. */
export interface View extends FilterSet {
  /** Only records that have this text in one of their fields; '' for all. */
  readonly q: string;
  readonly sortBy: string | null;
  readonly sortDir: 'asc' | 'desc';
  /** The order of records whose values of the sort column are the same, at most `THEN_MAX` columns. */
  readonly thenBy: readonly SortKey[];
  /** The value of the sort column where the grid begins, after a jump. */
  readonly from: string | null;
}

/** The order of a view in which no column was chosen: the first record that was added comes first. */
const ADDED = 'date_created';

/** Returns the order of a view, as it is requested. */
export function orderOf({ sortBy, sortDir, thenBy }: Pick<View, 'sortBy' | 'sortDir' | 'thenBy'>): {
  readonly sortBy: string | readonly SortKey[];
  readonly sortDir?: 'asc' | 'desc';
} {
  const field = sortBy ?? ADDED;
  return thenBy.length === 0 ? { sortBy: field, sortDir } : { sortBy: [{ field, dir: sortDir }, ...thenBy] };
}

/** Returns which records a view has, as it is requested. */
export function matchingOf(
  { q, match }: View,
  filters: readonly AnyFilter[],
): {
  readonly filters?: readonly AnyFilter[];
  readonly match?: 'all' | 'any';
  readonly q?: string;
} {
  return { ...(filters.length === 0 ? {} : { filters, match }), ...(q === '' ? {} : { q }) };
}

/** Whether a view is in the order in which its records were added, or the reverse. */
export function isByAddition({ sortBy }: Pick<View, 'sortBy'>): boolean {
  return sortBy === null || sortBy === ADDED;
}

/** Returns a view in the order in which its records were added. */
export function byAddition(view: View, sortDir: 'asc' | 'desc'): View {
  return { ...view, sortBy: sortDir === 'asc' ? null : ADDED, sortDir, thenBy: [], from: null };
}

/**
 * Returns the view in the address:
 * `?q=mug&filter=[["state","eq","TX"]]&match=any&sort=latitude&dir=desc&then=[["name","asc"]]&from=40`.
 */
export function viewOfAddress(): View {
  const parameters = query.value;
  const sortBy = parameters.get('sort');
  return {
    ...filtersOfAddress(),
    q: parameters.get('q') ?? '',
    sortBy,
    sortDir: parameters.get('dir') === 'desc' ? 'desc' : 'asc',
    thenBy: sortBy === null ? [] : readKeys(parameters.get('then')),
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
      then:
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
