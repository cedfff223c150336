import type { AnyFilter } from '@vitrine/client';

/**
 * Operators that the server does not have: a range of values, with both ends, and the days until today. Each stands for
 * two filters, so it can't be one of several of which any may match.
 */
const RANGES: ReadonlySet<string> = new Set(['between', 'last']);

export function isRange({ op }: Pick<AnyFilter, 'op'>): boolean {
  return RANGES.has(op);
}

const DAY = 86_400_000;

/** Which records are meant, as requests have it. */
interface Matching {
  readonly filters?: readonly AnyFilter[];
  readonly match?: 'all' | 'any';
}

/** Returns filters as the server takes them. Days are those of UTC. @param now milliseconds. */
export function sentFilters(
  filters: readonly AnyFilter[],
  match: 'all' | 'any',
  now: number = Date.now(),
): Matching {
  if (filters.length === 0) return {};
  const sent = filters.flatMap((filter) => partsOf(filter, now));
  return { filters: sent, match: filters.some(isRange) ? 'all' : match };
}

/** Returns the filters of the server for one of the console. */
function partsOf(filter: AnyFilter, now: number): readonly AnyFilter[] {
  const { field, op, value } = filter;
  if (op === 'last') {
    // The operators exclude their day: so many days, the last of which is today.
    return [
      { field, op: 'after', value: dayOf(now - Number(value) * DAY) },
      { field, op: 'before', value: dayOf(now + DAY) },
    ];
  }
  if (op !== 'between' || !Array.isArray(value)) return [filter];
  const [from, to] = value as readonly unknown[];
  if (typeof from === 'number' || typeof to === 'number') {
    return [
      { field, op: 'gte', value: from },
      { field, op: 'lte', value: to },
    ];
  }
  // The operators exclude the day or the moment itself.
  return [
    { field, op: 'after', value: beside(String(from), -1) },
    { field, op: 'before', value: beside(String(to), 1) },
  ];
}

/** Returns the day before or after a day, or the moment before or after a moment. */
function beside(text: string, step: -1 | 1): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const day = Date.parse(text);
    // The server says what is wrong with a day that does not exist.
    return dayOf(day) === text ? dayOf(day + step * DAY) : text;
  }
  const isLocal = !/(?:z|[+-]\d\d:?\d\d)$/i.test(text);
  const at = Date.parse(`${text.replace(' ', 'T')}${isLocal ? 'Z' : ''}`);
  return Number.isNaN(at) ? text : new Date(at + step).toISOString();
}

/** Returns the day of a moment; '' if it is none. */
function dayOf(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}
