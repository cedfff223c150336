import { fold, PROPERTIES, type Property, toCell } from './records-table.ts';

export interface SearchBody {
  filters?: { field: Property; op: string; value: unknown }[];
  match?: 'all' | 'any';
  sortBy?: Property;
  sortDir?: 'asc' | 'desc';
  limit?: number;
}

const COMPARISONS: Record<string, string> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  before: '<',
  after: '>',
};

/** ` WHERE …` and its parameters. */
export function whereOf({ filters = [], match = 'all' }: SearchBody): { sql: string; params: unknown[] } {
  const terms: string[] = [];
  const params: unknown[] = [];
  for (const { field, op, value } of filters) {
    if (!PROPERTIES.includes(field)) throw new Error(`No property ${field}`);
    if (op === 'contains') {
      terms.push(`instr(${field}_folded, ?) > 0`);
      params.push(fold(String(value)));
    } else {
      terms.push(`${field} ${COMPARISONS[op]} ?`);
      params.push(toCell(field, value));
    }
  }
  return {
    sql: terms.length === 0 ? '' : ` WHERE ${terms.join(match === 'any' ? ' OR ' : ' AND ')}`,
    params,
  };
}

/** ` ORDER BY …`: unset last, ties newest first. */
export function orderOf(sortBy: Property | undefined, sortDir = 'asc'): string {
  if (sortBy === undefined) return ' ORDER BY seq DESC';
  if (!PROPERTIES.includes(sortBy)) throw new Error(`No property ${sortBy}`);
  return ` ORDER BY ${sortBy} ${sortDir === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, seq DESC`;
}

/** The rows behind a place in that order, as a term of WHERE. */
export function behind(
  sortBy: Property | undefined,
  sortDir: string | undefined,
  [value, seq]: [unknown, number],
): { sql: string; params: unknown[] } {
  if (sortBy === undefined) return { sql: 'seq < ?', params: [seq] };
  if (value === null) return { sql: `${sortBy} IS NULL AND seq < ?`, params: [seq] };
  const sign = sortDir === 'desc' ? '<' : '>';
  return {
    sql: `(${sortBy} ${sign} ? OR (${sortBy} = ? AND seq < ?) OR ${sortBy} IS NULL)`,
    params: [value, value, seq],
  };
}
