import { fold, foldedCell, PROPERTIES, type Property, type RowForm, toCell } from './record-rows.ts';

export interface SearchBody {
  filters?: { field: Property; op: string; value: unknown }[];
  match?: 'all' | 'any';
  sortBy?: Property;
  sortDir?: 'asc' | 'desc';
  limit?: number;
}

export interface ListQuery {
  readonly sortBy: Property | undefined;
  readonly sortDir: string | undefined;
  /** The value and the number of the last row of the previous page. */
  readonly after: readonly [unknown, number] | null;
  readonly limit: number;
}

export interface Query {
  readonly sql: string;
  readonly params: unknown[];
}

/** The differences between the databases. */
export interface FloorSql {
  readonly form: RowForm;
  /** Returns the n-th parameter, counted from 1. */
  parameter(position: number): string;
  contains(text: string, needle: string): string;
  /** Returns whether a text matches a pattern, ignoring case. For the lean floor. */
  like(text: string, pattern: string): string;
  /** Returns the month of a column of milliseconds, as `YYYY-MM` in UTC. */
  month(column: string): string;
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

/** Returns the ` WHERE …` of a search. */
export function whereOf(floorSql: FloorSql, { filters = [], match = 'all' }: SearchBody): Query {
  const { form } = floorSql;
  const terms: string[] = [];
  const params: unknown[] = [];
  for (const { field, op, value } of filters) {
    if (!PROPERTIES.includes(field)) throw new Error(`No property ${field}`);
    const parameter = floorSql.parameter(params.length + 1);
    if (op === 'contains' && form.isLean) {
      terms.push(floorSql.like(field, parameter));
      params.push(`%${value}%`);
    } else if (op === 'contains') {
      terms.push(floorSql.contains(`${field}_folded`, parameter));
      params.push(fold(String(value)));
    } else if (op === 'in') {
      const values = (value as unknown[]).map((one) => toCell(form, field, one));
      const places = values.map((one) => floorSql.parameter(params.push(one)));
      terms.push(`${field} IN (${places.join(', ')})`);
    } else {
      terms.push(`${field} ${COMPARISONS[op]} ${parameter}`);
      params.push(toCell(form, field, value));
    }
  }
  return {
    sql: terms.length === 0 ? '' : ` WHERE ${terms.join(match === 'any' ? ' OR ' : ' AND ')}`,
    params,
  };
}

/** Returns a query for up to `limit` matching rows before a number, newest first. */
export function queryOf(floorSql: FloorSql, body: SearchBody, before: number | null, limit: number): Query {
  const { sql, params } = whereOf(floorSql, body);
  const from = before === null ? '' : ` AND seq < ${floorSql.parameter(params.push(before))}`;
  return {
    sql: `SELECT * FROM records${sql}${from} ORDER BY seq DESC LIMIT ${floorSql.parameter(params.push(limit))}`,
    params,
  };
}

/** One grouping and one sum. */
export interface SummaryBody extends SearchBody {
  readonly groupBy: readonly [{ readonly field: Property; readonly bucket?: string }];
  readonly measures: readonly [{ readonly op: string; readonly field: Property }];
}

/** Returns a query for the groups with their sums and counts, the largest first. */
export function summaryOf(floorSql: FloorSql, body: SummaryBody): Query {
  const { sql, params } = whereOf(floorSql, body);
  const [{ field, bucket }] = body.groupBy;
  const [measure] = body.measures;
  if (!PROPERTIES.includes(field) || !PROPERTIES.includes(measure.field)) throw new Error('No such property');
  const month = floorSql.form.isLean ? `substr(${field}, 1, 7)` : floorSql.month(field);
  const key = bucket === 'month' ? month : field;
  return {
    sql: `SELECT ${key} AS key, sum(${measure.field}) AS sum, count(*) AS count FROM records${sql} GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 1001`,
    params,
  };
}

/** Returns a query for up to `limit` matching rows, in order. */
export function searchOf(floorSql: FloorSql, body: SearchBody, limit: number): Query {
  const { sql, params } = whereOf(floorSql, body);
  const last = floorSql.parameter(params.length + 1);
  return {
    sql: `SELECT * FROM records${sql}${orderOf(body.sortBy, body.sortDir)} LIMIT ${last}`,
    params: [...params, limit],
  };
}

export function listOf(floorSql: FloorSql, { sortBy, sortDir, after, limit }: ListQuery): Query {
  const { sql, params } =
    after === null ? { sql: '', params: [] } : rowsAfter(floorSql, sortBy, sortDir, after);
  const last = floorSql.parameter(params.length + 1);
  return {
    sql: `SELECT * FROM records${sql}${orderOf(sortBy, sortDir)} LIMIT ${last}`,
    params: [...params, limit],
  };
}

/** Returns ` ORDER BY …` with unset values last and ties newest first. */
function orderOf(sortBy: Property | undefined, sortDir = 'asc'): string {
  if (sortBy === undefined) return ' ORDER BY seq DESC';
  if (!PROPERTIES.includes(sortBy)) throw new Error(`No property ${sortBy}`);
  return ` ORDER BY ${sortBy} ${sortDir === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, seq DESC`;
}

/** Returns ` WHERE …` for the rows after a position in that order. */
function rowsAfter(
  { parameter }: FloorSql,
  sortBy: Property | undefined,
  sortDir: string | undefined,
  [value, seq]: readonly [unknown, number],
): Query {
  if (sortBy === undefined) return { sql: ` WHERE seq < ${parameter(1)}`, params: [seq] };
  if (value === null) return { sql: ` WHERE ${sortBy} IS NULL AND seq < ${parameter(1)}`, params: [seq] };
  const sign = sortDir === 'desc' ? '<' : '>';
  return {
    sql: ` WHERE (${sortBy} ${sign} ${parameter(1)} OR (${sortBy} = ${parameter(2)} AND seq < ${parameter(3)}) OR ${sortBy} IS NULL)`,
    params: [value, value, seq],
  };
}

/** Returns the assignments for the properties that a change names. */
export function changeOf(
  { form, parameter }: FloorSql,
  change: Partial<Record<Property, unknown>>,
  now: number,
): Query {
  const params: unknown[] = [];
  const assign = (column: string, value: unknown) => `${column} = ${parameter(params.push(value))}`;
  const sets = PROPERTIES.filter((property) => property !== 'sku' && change[property] !== undefined).map(
    (property) => assign(property, toCell(form, property, change[property])),
  );
  const { name } = change;
  if (name !== undefined && !form.isLean) {
    sets.push(assign('name_folded', foldedCell(name === null ? null : String(name))));
  }
  sets.push(assign('updated_at', form.toTime(now)));
  return { sql: sets.join(', '), params };
}
