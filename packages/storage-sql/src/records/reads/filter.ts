import type { Column, Comparison, Filter } from '@vitrine/core/storage';
import { type PlacedColumn, placeColumn } from '../../layout/record-layout.ts';
import { allOf, anyOf } from '../../statements/clauses.ts';
import type { SqlDialect, TextTest, ValueKind } from '../../statements/dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Returns conditions that are all true exactly for the records that `core/query/evaluate.ts` lets pass. A condition may
 * be null where that is false, so use it under AND and OR only, never under NOT.
 *
 * `orderedBy` is the column of the order. Only an order by creation time may use the index on it: the records of a
 * range that an index finds would be looked up and sorted one by one.
 */
export function filterConditions(
  dialect: SqlDialect,
  filter: Filter,
  orderedBy: Column = 'seq',
): readonly Sql[] {
  if ('all' in filter) {
    const { tests, rest } = groupTextTests(dialect, filter.all, 'all');
    return [...rest.flatMap((part) => filterConditions(dialect, part, orderedBy)), ...tests];
  }
  return ['any' in filter ? anyToSql(dialect, filter.any, orderedBy) : testToSql(dialect, filter, orderedBy)];
}

function anyToSql(dialect: SqlDialect, parts: readonly Filter[], orderedBy: Column): Sql {
  const { tests, rest } = groupTextTests(dialect, parts, 'any');
  return anyOf([...rest.map((part) => allOf(filterConditions(dialect, part, orderedBy))), ...tests]);
}

function testToSql(dialect: SqlDialect, comparison: Comparison, orderedBy: Column): Sql {
  const placed = placeColumn(dialect, comparison.column);
  const { column } = comparison;
  if (!isWhole(column)) return comparisonToSql(dialect, comparison, placed);
  const decided = decideWhole(comparison);
  if (typeof decided === 'boolean') return decided ? ALWAYS : NEVER;
  const hidden = column === 'created_at' && orderedBy !== 'created_at';
  // The plus sign keeps the engine from using an index on the column.
  const expression = hidden ? sql`+${placed.expression}` : placed.expression;
  return comparisonToSql(dialect, decided, { ...placed, expression });
}

/** Returns whether the column holds whole numbers. */
function isWhole(column: Column): boolean {
  return column === 'created_at' || column === 'updated_at' || column === 'seq';
}

function kindOf(column: Column, { folded }: PlacedColumn): ValueKind {
  if (isWhole(column)) return 'whole';
  return folded === null ? 'number' : 'text';
}

/** Returns whether the form of the filter lets every record pass. */
export function isEverything(filter: Filter): boolean {
  return 'all' in filter && filter.all.every(isEverything);
}

/**
 * Combines the tests of one text, so that the engine reads and folds a large text once for all of them. Returns these
 * tests and the parts that are not among them.
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
    if (!isTextSearch(part)) continue;
    const { column, op, value } = part;
    byColumn.set(column, [...(byColumn.get(column) ?? []), { op, value }]);
  }
  const isShared = (part: Filter) => isTextSearch(part) && (byColumn.get(part.column)?.length ?? 0) > 1;
  const tests = [...byColumn].flatMap(([column, shared]) => {
    const { folded } = placeColumn(dialect, column);
    if (shared.length === 1) return [];
    return [folded === null ? NEVER : textTests(folded, shared, how)];
  });
  return { tests, rest: parts.filter((part) => !isShared(part)) };
}

/** Returns whether a comparison searches within a text. */
export function isTextSearch(filter: Filter): filter is TextTest & Comparison {
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
    case 'in':
      return comparison.values.length === 0
        ? NEVER
        : dialect.isIn(expression, comparison.values, kindOf(comparison.column, column));
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
      // Null for unset text, which therefore does not pass.
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
 * Returns the comparison of a column of whole numbers with any double as a comparison with a whole number in the range
 * of the column, or as its result if that is the same for every row. Engines differ in how they compare such columns
 * with 1.5 or 1e300.
 */
function decideWhole(comparison: Comparison): Comparison | boolean {
  switch (comparison.op) {
    case 'eq':
    case 'ne':
      return Number.isSafeInteger(comparison.value) ? comparison : comparison.op === 'ne';
    case 'in':
      return { ...comparison, values: comparison.values.filter(Number.isSafeInteger) };
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

/** For operators of text on a number: core refuses them, and in the reference they match nothing. */
const NEVER: Sql = sql`1 = 0`;

function startsWith(text: Sql, needle: string): Sql {
  return sql`substr(${text}, 1, ${characters(needle)}) = ${needle}`;
}

function endsWith(dialect: SqlDialect, text: Sql, needle: string): Sql {
  return sql`${dialect.lastCharacters(text, characters(needle))} = ${needle}`;
}

/** Returns the number of code points, which is what the engines count. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
