import type { Column, Comparison, Filter } from '@vitrine/core/storage';
import type { SqlDialect, TextTest } from '../dialect.ts';
import { type PlacedColumn, placeColumn } from '../layout/record-layout.ts';
import { join, type Sql, sql } from '../sql.ts';

/**
 * A filter as a condition that is true exactly for the records which `core/query/evaluate.ts` lets pass. It may be
 * null where that says false, so it stands under AND and OR only, never under NOT.
 *
 * `orderedBy` is the column that the rows are walked by: only that one may draw an index on times, because a range
 * of times found by index would have to be looked up and sorted record by record.
 */
export function filterToSql(dialect: SqlDialect, filter: Filter, orderedBy: Column = 'seq'): Sql {
  if ('all' in filter) return combine(dialect, filter.all, ' AND ', sql`1 = 1`, orderedBy);
  if ('any' in filter) return combine(dialect, filter.any, ' OR ', sql`1 = 0`, orderedBy);
  const placed = placeColumn(dialect, filter.column);
  if (filter.column === 'created_at' || filter.column === 'updated_at' || filter.column === 'seq') {
    const decided = decideWhole(filter);
    if (typeof decided === 'boolean') return decided ? ALWAYS : NEVER;
    filter = decided;
  }
  const hidden = filter.column === 'created_at' && orderedBy !== 'created_at';
  return comparisonToSql(
    dialect,
    filter,
    hidden ? { ...placed, expression: sql`+${placed.expression}` } : placed,
  );
}

/** Whether the filter lets everything pass, by its form. */
export function isEverything(filter: Filter): boolean {
  return 'all' in filter && filter.all.every(isEverything);
}

function combine(
  dialect: SqlDialect,
  parts: readonly Filter[],
  operator: string,
  empty: Sql,
  orderedBy: Column,
): Sql {
  if (parts.length === 0) return empty;
  const { tests, rest } = groupTextTests(dialect, parts, operator === ' AND ' ? 'all' : 'any');
  const conditions = [...rest.map((part) => filterToSql(dialect, part, orderedBy)), ...tests];
  return conditions.length === 1 && conditions[0] !== undefined
    ? conditions[0]
    : sql`(${join(conditions, operator)})`;
}

/**
 * Takes those tests of text out of the parts that share a column with others: of a large text, reading and folding it
 * for each of fifty tests is what a search costs.
 */
function groupTextTests(
  dialect: SqlDialect,
  parts: readonly Filter[],
  how: 'all' | 'any',
): { readonly tests: readonly Sql[]; readonly rest: readonly Filter[] } {
  const { textTests } = dialect;
  if (textTests === null) return { tests: [], rest: parts };
  const byColumn = new Map<Column, TextTest[]>();
  for (const part of parts) {
    if (!isTextTest(part)) continue;
    const { column, op, value } = part;
    byColumn.set(column, [...(byColumn.get(column) ?? []), { op, value }]);
  }
  const isShared = (part: Filter) => isTextTest(part) && (byColumn.get(part.column)?.length ?? 0) > 1;
  const tests = [...byColumn].flatMap(([column, shared]) => {
    const { folded } = placeColumn(dialect, column);
    if (shared.length === 1) return [];
    return [folded === null ? NEVER : textTests(folded, shared, how)];
  });
  return { tests, rest: parts.filter((part) => !isShared(part)) };
}

function isTextTest(filter: Filter): filter is TextTest & Comparison {
  if (!('op' in filter)) return false;
  return filter.op === 'contains' || filter.op === 'startsWith' || filter.op === 'endsWith';
}

function comparisonToSql(dialect: SqlDialect, comparison: Comparison, column: PlacedColumn): Sql {
  const { expression, folded, nullable } = column;
  switch (comparison.op) {
    case 'eq':
      return sql`${expression} = ${comparison.value}`;
    case 'ne':
      return nullable
        ? sql`${expression} IS DISTINCT FROM ${comparison.value}`
        : sql`${expression} <> ${comparison.value}`;
    case 'contains':
      return folded === null ? NEVER : dialect.contains(folded, comparison.value);
    case 'startsWith':
      return folded === null ? NEVER : startsWith(folded, comparison.value);
    case 'endsWith':
      return folded === null ? NEVER : endsWith(dialect, folded, comparison.value);
    case 'empty':
      return folded === null
        ? sql`${expression} IS NULL`
        : sql`(${expression} IS NULL OR ${expression} = '')`;
    case 'notEmpty':
      // Unset text is neither equal nor unequal to '', so it drops out by itself.
      return folded === null ? sql`${expression} IS NOT NULL` : sql`${expression} <> ''`;
    case 'gt':
      return sql`${expression} > ${comparison.value}`;
    case 'gte':
      return sql`${expression} >= ${comparison.value}`;
    case 'lt':
      return sql`${expression} < ${comparison.value}`;
    case 'lte':
      return sql`${expression} <= ${comparison.value}`;
  }
}

/**
 * A comparison of a whole-number column with any double, as one with a whole number in the column's range, or as what
 * holds for every row: engines differ in what they make of 1.5 and 1e300 there.
 */
function decideWhole(comparison: Comparison): Comparison | boolean {
  switch (comparison.op) {
    case 'eq':
    case 'ne':
      return Number.isSafeInteger(comparison.value) ? comparison : comparison.op === 'ne';
    case 'gt':
    case 'lte':
      return boundBy(comparison, Math.floor(comparison.value));
    case 'gte':
    case 'lt':
      return boundBy(comparison, Math.ceil(comparison.value));
    default:
      return comparison;
  }
}

function boundBy(
  comparison: Comparison & { readonly op: 'gt' | 'gte' | 'lt' | 'lte' },
  value: number,
): Comparison | boolean {
  if (Number.isSafeInteger(value)) return { ...comparison, value };
  return comparison.op === 'gt' || comparison.op === 'gte' ? value < 0 : value > 0;
}

const ALWAYS: Sql = sql`1 = 1`;

/** Text operators on a number: core refuses them, and the reference answers that nothing matches. */
const NEVER: Sql = sql`1 = 0`;

function startsWith(text: Sql, needle: string): Sql {
  return sql`substr(${text}, 1, ${characters(needle)}) = ${needle}`;
}

function endsWith(dialect: SqlDialect, text: Sql, needle: string): Sql {
  return sql`${dialect.lastCharacters(text, characters(needle))} = ${needle}`;
}

/** Code points: what both engines count. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
