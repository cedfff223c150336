import type { Filter } from '@vitrine/core/storage';
import { and } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { selectList, shapeNamed } from '../layout/record-layout.ts';
import { sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { type FindRecords, type FoundRecords, isScan } from './reads.ts';
import { inShortRange, namesFew } from './selection.ts';

/** Record numbers that a near page reads at most. A row costs about 0.2 µs, so that failing costs little. */
const NEAR_NUMBERS = 512;
/** The largest page that is expected to be full within these numbers. */
const NEAR_LIMIT = 50;

/**
 * Returns whether a page that counts as a scan is worth an attempt in the read lane: a short page, newest first, whose
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
  return where.op !== 'contains' && where.op !== 'startsWith' && where.op !== 'endsWith';
}

/**
 * Returns what `findRecords` returns if a short range of numbers fills the page or is the rest of the store. Null if it
 * does neither, and the page is to be read as a scan.
 */
export function* findNearRecords(dialect: SqlDialect, args: FindRecords): Steps<FoundRecords | null> {
  const { shape, after, limit } = args;
  let below = after?.seq;
  if (below === undefined) {
    const [newest] = yield statement(
      dialect,
      sql`SELECT max(seq) FROM records WHERE ${and(dialect.inStore(args))}`,
    );
    const number = newest?.[0] ?? null;
    if (number === null) return { rows: [], more: false };
    below = Number(number) + 1;
  }
  const above = Math.max(0, below - NEAR_NUMBERS - 1);
  const { from, conditions, ordered } = inShortRange(dialect, args, { above, below });
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${selectList(dialect, shapeNamed(shape))}
      FROM ${from}
      WHERE ${conditions}
      ${ordered}
      LIMIT ${limit + 1}`,
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), more: true };
  const [older] = yield statement(
    dialect,
    sql`SELECT max(seq) FROM records WHERE ${and(dialect.inStore(args, { below: above + 1 }))}`,
  );
  return (older?.[0] ?? null) === null ? { rows, more: false } : null;
}
