import type { QueryRecordsRequest, SearchFilter } from '@vitrine/core/contracts';
import { operatorsOf, PROPERTY_TYPES } from '@vitrine/core/server';
import { CommandError, EXIT } from '../terminal/command-error.ts';

/** The flags of every command that selects records: `filterOptions`. */
export interface FilterFlags {
  readonly filter: readonly string[];
  readonly where: readonly string[];
  readonly match?: 'all' | 'any';
  readonly timeZone?: string;
}

/** The flag of every command that searches in all fields: `searchOption`. */
export interface SearchFlags extends FilterFlags {
  readonly search?: string;
}

/** The flags of every command that orders records by one property: `orderOptions`. */
export interface OrderFlags {
  readonly sort?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

/** The flags of every command that orders records by several properties: `sortOptions`. */
export interface SortFlags {
  readonly sort: readonly string[];
  readonly direction?: 'asc' | 'desc' | undefined;
}

/**
 * Returns the filters of a request, those of `--where` last, and how they are combined.
 * @throws CommandError for one without an operator.
 */
export function readSelection({ filter, where, match, timeZone }: FilterFlags): {
  filters: SearchFilter[];
  match: 'all' | 'any';
} {
  const filters = [...filter.map(readFilter), ...where.map(readComparison)];
  return {
    filters:
      timeZone === undefined
        ? filters
        : filters.map((one) => (DATE_OPERATORS.has(one.op) ? { ...one, timeZone } : one)),
    match: match ?? 'all',
  };
}

/** Operators that only datetimes have. */
const DATE_OPERATORS = new Set(['on', 'before', 'after']);

/** Returns what selects the records of a request that may search in all fields. @throws CommandError like `readSelection`. */
export function readSearch({
  search,
  ...flags
}: SearchFlags): ReturnType<typeof readSelection> & { q?: string } {
  return { ...readSelection(flags), ...(search === undefined ? {} : { q: search }) };
}

/** Returns the order of a request. */
export function readOrder({ sort, direction }: OrderFlags): { sortBy?: string; sortDir?: 'asc' | 'desc' } {
  return {
    ...(sort === undefined ? {} : { sortBy: sort }),
    ...(direction === undefined ? {} : { sortDir: direction }),
  };
}

const SORT = /^(.+):(asc|desc)$/s;

/** Returns the order of a request by any number of properties, each `name` or `name:desc`. Names may contain colons. */
export function readSort({ sort, direction }: SortFlags): Pick<QueryRecordsRequest, 'sortBy' | 'sortDir'> {
  const [first, ...others] = sort;
  if (first === undefined) return readOrder({ direction });
  if (others.length === 0 && !SORT.test(first)) return readOrder({ sort: first, direction });
  return {
    sortBy: sort.map((text) => {
      const [, field = text, dir = direction ?? 'asc'] = SORT.exec(text) ?? [];
      return { field, dir: dir === 'desc' ? 'desc' : 'asc' };
    }),
  };
}

const OPERATORS = [...new Set(PROPERTY_TYPES.flatMap(operatorsOf))];
const FILTER = new RegExp(`^(.+?):(${OPERATORS.join('|')})(?::(.*))?$`, 's');
/** A filter with an unknown operator. The service refuses it and names the operators of the property. */
const ANY_OPERATOR = /^(.*?):([^:]*)(?::(.*))?$/s;

/**
 * Reads `field:op:value`. Names of properties may contain colons. The values of `in` are separated by commas; a JSON
 * array may have values with commas.
 *
 * @throws CommandError if there is no operator.
 */
function readFilter(text: string): SearchFilter {
  const [, field, op, value] = FILTER.exec(text) ?? ANY_OPERATOR.exec(text) ?? [];
  if (field === undefined || op === undefined) {
    const form = 'Expected field:op:value, or field:op for an operator without a value';
    throw new CommandError(EXIT.usage, `--filter ${text}: ${form}, such as ${likelyFilter(text)}.`);
  }
  if (value === undefined) return { field, op };
  return { field, op, value: op === 'in' ? readList(value) : value };
}

const COMPARISON = /^(.+?)\s*(==?|!=|<>|>=|<=|>|<|~)\s*(.*)$/s;
const OPERATOR_OF_SIGN: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '~': 'contains',
};

/** Reads `price<20` and `name ~ desk`. @throws CommandError if there is no sign. */
function readComparison(text: string): SearchFilter {
  const [, field, sign = '', value = ''] = COMPARISON.exec(text) ?? [];
  const op = OPERATOR_OF_SIGN[sign];
  if (field === undefined || op === undefined) {
    const form = `Expected a property, a sign (${Object.keys(OPERATOR_OF_SIGN).join(' ')}) and a value`;
    throw new CommandError(EXIT.usage, `--where ${text}: ${form}, such as 'price<20'.`);
  }
  return { field, op, value };
}

/** Returns the filter that a text without an operator probably means: `state=TX` is `state:eq:TX`. */
function likelyFilter(text: string): string {
  const [, field, sign = '', value] = COMPARISON.exec(text) ?? [];
  return field === undefined ? `${text}:notEmpty` : `${field}:${OPERATOR_OF_SIGN[sign]}:${value}`;
}

function readList(text: string): unknown[] {
  if (text.startsWith('[')) {
    try {
      const values: unknown = JSON.parse(text);
      if (Array.isArray(values)) return values;
    } catch {
      // The text is a list of plain values that begins with a bracket.
    }
  }
  return text.split(',');
}
