import { nullList, selectList, shapeNamed } from '../../layout/record-layout.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { type Row, type Statement, sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { type FindRecords, type FoundRecords, foundIn } from '../reads/record-query.ts';
import { amongFirst, firstNumbers } from '../reads/selection.ts';

/** Records of a store whose width is unknown that are read in one statement. Each may have a megabyte. */
const UNKNOWN_MAX = 16;

/**
 * Returns what `findRecords` returns if the next `most` records fill the page or are the rest of the store. Null if they
 * are neither, or the records may be large.
 */
export function* findAmongNewest(
  dialect: SqlDialect,
  args: FindRecords,
  most: number,
): Steps<FoundRecords | null> {
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
