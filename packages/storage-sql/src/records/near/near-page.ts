import type { Filter } from '@vitrine/core/storage';
import { nullList, selectList, shapeNamed } from '../../layout/record-layout.ts';
import { numberOrNull } from '../../statements/cells.ts';
import { and } from '../../statements/clauses.ts';
import type { NumberedStore, SeqRange, SqlDialect } from '../../statements/dialect.ts';
import { type Row, type Statement, sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { isTextSearch } from '../reads/filter.ts';
import { type FindRecords, type FoundRecords, foundIn, isScan } from '../reads/record-query.ts';
import { amongFirst, firstNumbers, inShortRange, namesFew } from '../reads/selection.ts';

/** Record numbers that a near page reads at first. A row costs about 0.2 µs, so that failing costs little. */
const FIRST_NUMBERS = 512;
/** Record numbers that it reads at most: about what crossing to a scan thread and back costs the serving thread. */
const NUMBERS_MAX = 2_048;
/** The largest page that is tried. No search is longer. */
const NEAR_LIMIT = 100;
/** How much longer a further range is than the matches so far suggest, because they are not spread evenly. */
const SLACK = 1.25;

/**
 * Returns whether a page that counts as a scan is worth an attempt: a short page, newest first, whose
 * filter costs little for each record.
 */
export function mayBeNear(args: FindRecords): boolean {
  const { order, limit, where, isWide } = args;
  const isNewestFirst = order.column === 'seq' && order.direction === 'desc';
  return (
    isScan(args) && !isWide && isNewestFirst && limit <= NEAR_LIMIT && isCheap(where) && !namesFew(where)
  );
}

/** Searching within a text can take milliseconds for one record. */
function isCheap(where: Filter): boolean {
  if ('all' in where) return where.all.every(isCheap);
  if ('any' in where) return where.any.every(isCheap);
  return !isTextSearch(where);
}

/**
 * Returns what `findRecords` returns if a few of the next records fill the page or are the rest of the store. Null if they
 * are neither, and the page is to be read as a scan.
 */
export function findNearRecords(dialect: SqlDialect, args: FindRecords): Steps<FoundRecords | null> {
  const { newestAtOnce } = dialect;
  return newestAtOnce === null
    ? findInShortRanges(dialect, args)
    : findAmongNewest(dialect, args, newestAtOnce);
}

/** Reads a further range if the page is likely to be full within `NUMBERS_MAX`. */
function* findInShortRanges(dialect: SqlDialect, args: FindRecords): Steps<FoundRecords | null> {
  const { limit, after } = args;
  const rows: Row[] = [];
  let newest = after === null ? yield* newestNumber(dialect, args) : after.seq - 1;
  let numbers = FIRST_NUMBERS;
  let seen = 0;
  while (newest !== null) {
    const above = Math.max(0, newest - numbers);
    const wanted = limit + 1 - rows.length;
    rows.push(...(yield selectRange(dialect, args, { above, below: newest + 1 }, wanted)));
    if (rows.length > limit) return { rows: rows.slice(0, limit), more: true };
    seen += numbers;
    numbers = furtherNumbers(seen, rows.length, limit + 1);
    newest = yield* newestNumber(dialect, args, { below: above + 1 });
    if (newest !== null && numbers === 0) return null;
  }
  return { rows, more: false };
}

/** Returns the numbers to read after `seen` that had `found` matches. 0: the page is not full within `NUMBERS_MAX`. */
function furtherNumbers(seen: number, found: number, wanted: number): number {
  const missing = (seen * wanted) / found - seen;
  const left = NUMBERS_MAX - seen;
  return missing > left ? 0 : Math.min(left, Math.ceil(missing * SLACK));
}

/** Returns the greatest record number of the store in the range. Null if there is none. */
function* newestNumber(dialect: SqlDialect, store: NumberedStore, range?: SeqRange): Steps<number | null> {
  const [row] = yield statement(
    dialect,
    sql`SELECT max(seq) FROM records WHERE ${and(dialect.inStore(store, range))}`,
  );
  return numberOrNull(row?.[0] ?? null);
}

function selectRange(dialect: SqlDialect, args: FindRecords, range: SeqRange, limit: number): Statement {
  const { from, conditions, ordered } = inShortRange(dialect, args, range);
  return statement(
    dialect,
    sql`
      SELECT ${selectList(dialect, shapeNamed(args.shape))}
      FROM ${from}
      WHERE ${conditions}
      ${ordered}
      LIMIT ${limit}`,
  );
}

/** Records of a store whose width is unknown that are read in one statement. Each may have a megabyte. */
const UNKNOWN_MAX = 16;

/**
 * Returns what `findRecords` returns if the next `most` records fill the page or are the rest of the store. Null if they
 * are neither, or the records may be large.
 */
function* findAmongNewest(dialect: SqlDialect, args: FindRecords, most: number): Steps<FoundRecords | null> {
  const { limit, batch } = args;
  if (limit > UNKNOWN_MAX && batch <= limit) return null;
  const found = yield selectAmongNewest(dialect, args, most);
  const rows = found.filter(isRecord);
  return rows.length > limit || rows.length === found.length ? foundIn(rows, args) : null;
}

/** Selects the matching records, and then a row of nulls if the store has more than `most` records. */
function selectAmongNewest(dialect: SqlDialect, args: FindRecords, most: number): Statement {
  const { from, conditions } = amongFirst(dialect, args, most);
  const shape = shapeNamed(args.shape);
  return statement(
    dialect,
    sql`
      (
        SELECT ${selectList(dialect, shape)}
        FROM ${from}
        WHERE ${conditions}
      )
      UNION ALL
      (
        SELECT ${nullList(shape)}
        ${firstNumbers(dialect, args)}
        LIMIT 1
        OFFSET ${most}
      )
      LIMIT ${args.limit + 1}`,
  );
}

/** Whether a row is not one of nulls. */
export function isRecord([id]: Row): boolean {
  return id !== null;
}
