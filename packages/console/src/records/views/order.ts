import { type Parameters, readList } from '../../router/parameters.ts';
import { isPair } from './filter-set.ts';

/** A column of an order, and its direction. */
export interface SortKey {
  readonly field: string;
  readonly dir: 'asc' | 'desc';
}

/** An order of records, as the address has it. */
export interface Order {
  /** The column that decides first. Null: no column was chosen. */
  readonly sortBy: string | null;
  readonly sortDir: 'asc' | 'desc';
  /** The order of records whose values of that column are the same. */
  readonly thenBy: readonly SortKey[];
}

/** The order in which no column was chosen: the first record that was added comes first. */
export const ADDED = 'date_created';

/** Returns the order in parameters of an address: `?sort=latitude&dir=desc&thenBy=[["name","asc"]]`. */
export function readOrder(parameters: URLSearchParams): Order {
  const sortBy = parameters.get('sort');
  const others = sortBy === null ? [] : readList(parameters.get('thenBy')).filter(isPair);
  return {
    sortBy,
    sortDir: dirOf(parameters.get('dir')),
    thenBy: others.map(([field, dir]) => ({ field, dir: dirOf(dir) })),
  };
}

function dirOf(given: unknown): 'asc' | 'desc' {
  return given === 'desc' ? 'desc' : 'asc';
}

/** Returns the parameters of the address for an order. Null removes one. */
export function orderParameters({ sortBy, sortDir, thenBy }: Order): Parameters {
  if (sortBy === null) return { sort: null, dir: null, thenBy: null };
  const others = thenBy.map(({ field, dir }) => [field, dir]);
  return {
    sort: sortBy,
    dir: sortDir === 'desc' ? 'desc' : null,
    thenBy: others.length === 0 ? null : JSON.stringify(others),
  };
}

/** Returns an order as it is requested. */
export function orderOf({ sortBy, sortDir, thenBy }: Order): {
  readonly sortBy: string | readonly SortKey[];
  readonly sortDir?: 'asc' | 'desc';
} {
  const field = sortBy ?? ADDED;
  return thenBy.length === 0 ? { sortBy: field, sortDir } : { sortBy: [{ field, dir: sortDir }, ...thenBy] };
}
