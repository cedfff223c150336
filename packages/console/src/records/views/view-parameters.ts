import type { ViewResponse } from '@vitrine/client';
import { changeParameters, type Parameters, readList } from '../../router/parameters.ts';
import { filterParameters, readFilterParts, readFilterSet } from './filter-set.ts';
import { ADDED, orderOf, orderParameters, readOrder } from './order.ts';
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

/** Returns the parameters of the address for a view, in which other programs may have written anything. */
export function parametersOf({
  kind,
  query,
  display,
}: ViewContent & Pick<ViewResponse, 'kind'>): URLSearchParams {
  const { match = 'all', q = '' } = query;
  const filters = readFilterParts(
    display.filters ?? query.filters?.map(({ field, op, value }) => [field, op, value]),
  );
  const parameters = new URLSearchParams();
  changeParameters(parameters, {
    ...filterParameters({ filters, match }),
    ...(kind === 'records' ? { q, ...parametersOfOrder(query) } : chartParameters(display)),
  });
  return parameters;
}

function parametersOfOrder({ sortBy, sortDir }: ViewResponse['query']): Parameters {
  // The server returns the newest first without an order, and the console the oldest.
  const newest = { field: ADDED, dir: sortDir ?? ('desc' as const) };
  const given = typeof sortBy === 'string' && sortBy !== '' ? [{ field: sortBy, dir: sortDir }] : sortBy;
  const keys = typeof given === 'object' && given.length > 0 ? given : [newest];
  const [first = newest, ...thenBy] = keys.map(({ field, dir = 'asc' }) => ({ field, dir }));
  const isInitial = first.field === ADDED && first.dir === 'asc' && thenBy.length === 0;
  return isInitial ? {} : orderParameters({ sortBy: first.field, sortDir: first.dir, thenBy });
}

function chartParameters(display: ViewResponse['display']): Parameters {
  return Object.fromEntries(
    CHART.map((name) => {
      const value = display[name];
      return [name, typeof value === 'string' ? value : Array.isArray(value) ? JSON.stringify(value) : null];
    }),
  );
}

/** Returns what a view of this kind keeps of an address. */
export function contentOf(kind: ViewKind, parameters: URLSearchParams): ViewContent {
  const { filters, match } = readFilterSet(parameters);
  const matching = sentFilters(filters, match);
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
  return {
    query: {
      ...matching,
      ...(q === '' ? {} : { q }),
      ...orderOf(readOrder(parameters)),
    } as ViewContent['query'],
    display: ranges,
  };
}
