import type { AnyFilter, ViewResponse } from '@vitrine/client';
import { isRange, sentFilters } from './sent-filters.ts';

export type ViewKind = ViewResponse['kind'];
/** What a view keeps besides its name. */
export type ViewContent = Pick<ViewResponse, 'query' | 'display'>;

/** What a chart shows: parameters of the address, of which `by` is JSON. */
const CHART = ['chart', 'measure', 'of', 'by', 'order', 'top'] as const;

/** The parameters of the address that a view stands for. */
export const VIEW_PARAMETERS: Readonly<Record<ViewKind, readonly string[]>> = {
  records: ['q', 'filter', 'match', 'sort', 'dir', 'thenBy'],
  chart: ['filter', 'match', ...CHART],
};

/** The order of records in an address without one. */
const ADDED = { field: 'date_created', dir: 'asc' } as const;

/** A filter as the address has it: field, operator and value. */
type FilterPart = readonly [field: string, op: string, value?: unknown];

/** Returns filters as the address has them; null for none. */
export function filtersText(filters: readonly AnyFilter[]): string | null {
  const parts = filters.map(({ field, op, value }) =>
    value === undefined ? [field, op] : [field, op, value],
  );
  return parts.length === 0 ? null : JSON.stringify(parts);
}

/** Returns the filters of an address. Parts that are none are left out: someone may have edited it by hand. */
export function readFilters(text: string | null): readonly AnyFilter[] {
  return readParts(readList(text));
}

function readParts(parts: unknown): readonly AnyFilter[] {
  return (Array.isArray(parts) ? parts : [])
    .filter((part): part is FilterPart => isPair(part) && typeof part[1] === 'string')
    .map(([field, op, value]) => (value === undefined ? { field, op } : { field, op, value }));
}

/** Returns the pairs of further columns of an order in an address, and their directions. */
export function readKeys(
  text: string | null,
): readonly { readonly field: string; readonly dir: 'asc' | 'desc' }[] {
  return readList(text)
    .filter(isPair)
    .map(([field, dir]) => ({ field, dir: dir === 'desc' ? 'desc' : 'asc' }));
}

function isPair(part: unknown): part is readonly [string, unknown] {
  return Array.isArray(part) && typeof part[0] === 'string';
}

function readList(text: string | null): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Returns the parameters of the address for a view, in which other programs may have written anything. */
export function parametersOf({
  kind,
  query,
  display,
}: ViewContent & Pick<ViewResponse, 'kind'>): URLSearchParams {
  const { match, q = '' } = query;
  const filters = readParts(
    display.filters ?? query.filters?.map(({ field, op, value }) => [field, op, value]),
  );
  const found: Record<string, string | null> = {
    filter: filtersText(filters),
    match: match === 'any' && filters.length > 1 ? 'any' : null,
    ...(kind === 'records' ? { q, ...orderParameters(query) } : chartParameters(display)),
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(found)) {
    if (value !== null && value !== '') parameters.set(name, value);
  }
  return parameters;
}

function orderParameters({ sortBy, sortDir }: ViewResponse['query']): Record<string, string | null> {
  // The server returns the newest first without an order, and the console the oldest.
  const newest = { field: ADDED.field, dir: sortDir ?? ('desc' as const) };
  const given = typeof sortBy === 'string' && sortBy !== '' ? [{ field: sortBy, dir: sortDir }] : sortBy;
  const keys = typeof given === 'object' && given.length > 0 ? given : [newest];
  const [first = ADDED, ...others] = keys;
  const dir = first.dir ?? 'asc';
  if (first.field === ADDED.field && dir === ADDED.dir && others.length === 0) return {};
  return {
    sort: first.field,
    dir: dir === 'desc' ? 'desc' : null,
    thenBy: others.length === 0 ? null : JSON.stringify(others.map((key) => [key.field, key.dir ?? 'asc'])),
  };
}

function chartParameters(display: ViewResponse['display']): Record<string, string | null> {
  return Object.fromEntries(
    CHART.map((name) => {
      const value = display[name];
      return [name, typeof value === 'string' ? value : Array.isArray(value) ? JSON.stringify(value) : null];
    }),
  );
}

/** Returns what a view of this kind keeps of an address. */
export function contentOf(kind: ViewKind, parameters: URLSearchParams): ViewContent {
  const filters = readFilters(parameters.get('filter'));
  const matching = sentFilters(filters, parameters.get('match') === 'any' ? 'any' : 'all');
  // Ranges are several filters for the server, and the last days are others tomorrow.
  const ranges = filters.some(isRange) ? { filters: readList(parameters.get('filter')) } : {};
  if (kind === 'chart') {
    const shown = CHART.flatMap((name) => {
      const value = parameters.get(name);
      if (value === null) return [];
      return [[name, name === 'by' ? readList(value) : value] as const];
    });
    return { query: matching as ViewContent['query'], display: { ...ranges, ...Object.fromEntries(shown) } };
  }
  const q = parameters.get('q') ?? '';
  const sort = parameters.get('sort');
  const dir = parameters.get('dir') === 'desc' ? 'desc' : 'asc';
  const others = sort === null ? [] : readKeys(parameters.get('thenBy'));
  const order =
    others.length > 0
      ? { sortBy: [{ field: sort ?? '', dir }, ...others] }
      : { sortBy: sort ?? ADDED.field, sortDir: dir };
  return {
    query: { ...matching, ...(q === '' ? {} : { q }), ...order } as ViewContent['query'],
    display: ranges,
  };
}
