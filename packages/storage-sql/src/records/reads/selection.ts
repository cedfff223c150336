import type { Column, Filter, Order, Position } from '@vitrine/core/storage';
import { shapeNamed, sourceList } from '../../layout/record-layout.ts';
import { and, isLive, type LiveRecords } from '../../statements/clauses.ts';
import type { NumberedSource, NumberedStore, SeqRange, SqlDialect } from '../../statements/dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';
import { filterConditions, isEverything, isTextSearch } from './filter.ts';
import { beyond, isSorted, isUnset, orderToSql } from './order.ts';

/** The live records of a store that match a filter. */
export interface MatchingRecords extends LiveRecords {
  readonly where: Filter;
}

/** The matching records after a position of an order. */
export interface OrderedRecords extends MatchingRecords {
  readonly order: Order;
  readonly after: Position | null;
}

/** Records to read: the clauses after `FROM` and `WHERE`. */
export interface Selection {
  readonly from: Sql;
  readonly conditions: Sql;
}

export interface OrderedSelection extends Selection {
  /** The `ORDER BY` clause. Empty where the source has the order by itself. */
  readonly ordered: Sql;
}

const RECORDS: Sql = sql`records`;

/** Selects the records along the index or walk that has the order. */
export function inOrder(dialect: SqlDialect, args: OrderedRecords): OrderedSelection {
  const { order, after, where } = args;
  const ordered = sql`ORDER BY ${orderToSql(dialect, order)}`;
  const position = after === null ? [] : beyond(dialect, order, after);
  if (namesFew(where)) {
    const place = [...position, byKey(dialect, args)];
    return { from: RECORDS, conditions: matching(dialect, args, place, order), ordered };
  }
  if (order.column === 'seq') {
    const range = rangeAfter(order, after);
    if (order.direction === 'desc' && !passesAll(args)) {
      const { from, within, newestFirst } = dialect.walk(args, range);
      return { from, conditions: matching(dialect, args, within, order), ordered: newestFirst };
    }
    const place = dialect.inStore(args, range);
    return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
  }
  if (isSorted(order)) {
    // Unset values come last, newest first. The bound of their numbers belongs to the walk: SQLite would use it as the
    // end of each part and read the rest of the store for each.
    const isAmongUnset = after !== null && after.value === null && order.further === undefined;
    const { from, within } = dialect.walk(args, isAmongUnset ? { below: after.seq } : {});
    const place = [...(isAmongUnset ? [isUnset(dialect, order)] : position), ...within];
    return { from, conditions: matching(dialect, args, place, order), ordered };
  }
  const place = [...position, byKey(dialect, args)];
  return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
}

/** Of so many numbers of a short range, one is that of a record at which the deadline is checked. */
const CHECKED_NUMBERS = 16;

/**
 * Selects the records with numbers in a short range, newest first. Checks the deadline at few of them, because a check
 * takes longer than reading a small record.
 */
export function inShortRange(dialect: SqlDialect, args: OrderedRecords, range: SeqRange): OrderedSelection {
  const { inTime } = dialect;
  const checks = inTime === null ? [] : [sql`(seq % ${CHECKED_NUMBERS} <> 0 OR ${inTime})`];
  const matches = matching(dialect, args, dialect.inStore(args, range), args.order);
  const conditions = and([...checks, matches]);
  return { from: RECORDS, conditions, ordered: sql`ORDER BY ${orderToSql(dialect, args.order)}` };
}

/**
 * Selects among the first `most` records of an order by number, matching or not. Only the columns of the shape can be
 * selected, because wide rows take twice as long.
 * @throws Error for a filter that searches within texts, because their folded forms are not read.
 */
export function amongFirst(
  dialect: SqlDialect,
  args: OrderedRecords & { readonly shape: string },
  most: number,
): Selection {
  const from = sql`
    (
      SELECT ${sourceList(shapeNamed(args.shape), comparedColumns(args.where))}
      ${firstNumbers(dialect, args)}
      LIMIT ${most}
    ) AS records`;
  return { from, conditions: matching(dialect, args, [], args.order) };
}

function comparedColumns(filter: Filter): readonly Column[] {
  if ('all' in filter) return filter.all.flatMap(comparedColumns);
  if ('any' in filter) return filter.any.flatMap(comparedColumns);
  if (isTextSearch(filter)) throw new Error('folded texts are not read');
  return [filter.column];
}

/** Returns the clauses that read the records of a store, matching or not, in an order by number. */
export function firstNumbers(dialect: SqlDialect, args: OrderedRecords): Sql {
  const { order, after } = args;
  return sql`
    FROM records
    WHERE ${and(dialect.inStore(args, rangeAfter(order, after)))}
    ORDER BY ${orderToSql(dialect, order)}`;
}

/** Selects those of a few records that match, in the order. */
export function amongNumbered(
  dialect: SqlDialect,
  args: OrderedRecords,
  { from, within }: NumberedSource,
): OrderedSelection {
  const { order, after } = args;
  const place = [...(after === null ? [] : beyond(dialect, order, after)), ...within];
  return {
    from,
    conditions: matching(dialect, args, place, order),
    ordered: sql`ORDER BY ${orderToSql(dialect, order)}`,
  };
}

/** Selects the records for a statement that reads all of them, in no order. */
export function inNoOrder(dialect: SqlDialect, args: MatchingRecords): Selection {
  if (namesFew(args.where)) {
    return { from: RECORDS, conditions: matching(dialect, args, [byKey(dialect, args)]) };
  }
  const { from, within } = dialect.walk(args);
  return { from, conditions: matching(dialect, args, within) };
}

/** Selects the records for a count. Without conditions a count is fastest along the narrowest index. */
export function toCount(dialect: SqlDialect, args: MatchingRecords): Selection {
  return passesAll(args) ? { from: RECORDS, conditions: byKey(dialect, args) } : inNoOrder(dialect, args);
}

function rangeAfter({ direction }: Order, after: Position | null): SeqRange {
  if (after === null) return {};
  return direction === 'asc' ? { above: after.seq } : { below: after.seq };
}

/** Returns whether every record of the store matches, so that a page stops at its limit. */
function passesAll({ where, expiredUpTo }: MatchingRecords): boolean {
  return isEverything(where) && expiredUpTo === null;
}

/**
 * Returns the conditions, with a check of the deadline where a page may pass over any number of records along an index.
 */
function inTime(dialect: SqlDialect, args: MatchingRecords, place: readonly Sql[], order: Order): Sql {
  const conditions = matching(dialect, args, place, order);
  return passesAll(args) || dialect.inTime === null ? conditions : and([dialect.inTime, conditions]);
}

function byKey(dialect: SqlDialect, store: NumberedStore): Sql {
  return sql`store_id = ${dialect.storeKey(store)}`;
}

/**
 * Returns the conditions for the live records in `place` that match the filter. The place comes after the filter:
 * PostgreSQL checks conditions of equal cost in the order of the text, and a store that is worth a scan has its
 * partition nearly for itself, so that the comparison of the store's id excludes hardly any row.
 */
function matching(
  dialect: SqlDialect,
  { expiredUpTo, where }: MatchingRecords,
  place: readonly Sql[],
  order?: Order,
): Sql {
  const orderedBy = order === undefined || isSorted(order) ? undefined : order.column;
  return and([...filterConditions(dialect, where, orderedBy), ...place, ...isLive(expiredUpTo)]);
}

/** Returns whether the form of the filter allows only records that an index finds one by one. */
export function namesFew(where: Filter): boolean {
  if ('all' in where) return where.all.some(namesFew);
  if ('any' in where || (where.column !== 'id' && where.column !== 'seq')) return false;
  return where.op === 'eq' || where.op === 'in';
}
