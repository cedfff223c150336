import {
  type ImportNew,
  type ImportProgress,
  join,
  keptStatements,
  type Named,
  type Sql,
  type SqlDialect,
  type SqlParameter,
  type Steps,
  setProgress,
  shapeNamed,
  sql,
} from '@vitrine/storage-sql';
import { type GuardValues, guardValues, loggedGuard } from './cells.ts';
import { givenRows } from './given.ts';
import { givenColumns, givenValues, type UpsertForm } from './upsert-form.ts';
import { insertedColumns, plainValues } from './upsert-rows.ts';

interface ImportedValues extends GuardValues, ImportProgress {
  /** The position before the batch. */
  readonly from: number;
  readonly expiredUpTo: null;
  /** The values of `givenColumns`. */
  readonly given: readonly SqlParameter[];
}

/** Returns a row if the batch was written. */
const statementOf = keptStatements<UpsertForm, ImportedValues>({
  key: ({ shape }) => shape.name,
  build: importToSql,
});

/**
 * The progress is set first, and the records are inserted only if it was. A taken id ends the statement with an error. A look
 * at each id before would be planned while the table is empty, so that it may read the whole store (test/bench/tried.md).
 */
function importToSql(dialect: SqlDialect, named: Named<ImportedValues>, form: UpsertForm): Sql {
  const { recordNumbers } = dialect;
  if (recordNumbers.kind !== 'drawn') throw new Error('the records of an import draw their numbers');
  return sql`
    WITH store AS MATERIALIZED (
      ${loggedGuard(dialect, named)}
    ),
    given AS MATERIALIZED (
      ${givenRows(givenColumns(form, false), named.given)}
    ),
    advanced AS (
      ${setProgress(named)}
        AND position = ${named.from}
        AND finished_at IS NULL
        AND EXISTS (SELECT FROM store)
      RETURNING id
    ),
    numbered AS MATERIALIZED (
      SELECT ordered.*, ${recordNumbers.draw} AS new_seq
      FROM (
        SELECT given.*
        FROM given, advanced
        ORDER BY place
      ) AS ordered
    ),
    created AS (
      INSERT INTO records (
        ${insertedColumns(form)}
      )
      SELECT
        ${join(plainValues(named.storeId, named, form), ',\n')}
      FROM numbered
      ORDER BY new_id COLLATE "C"
    )
    SELECT id
    FROM advanced`;
}

export function* importNew(dialect: SqlDialect, args: ImportNew): Steps<boolean> {
  const { ref, shape, records, from, to, counts, changes, now } = args;
  const whole = shapeNamed(shape);
  const form: UpsertForm = { kind: 'plain', shape: whole, whole, expires: false };
  const statement = statementOf(dialect, form, {
    ...guardValues(args, form),
    id: ref.id,
    ...counts,
    ...to,
    changes,
    now,
    from: from.bytes,
    expiredUpTo: null,
    given: givenValues(form, records, null),
  });
  const [row] = yield { ...statement, alone: true, isLong: true, unlessTaken: true };
  return row !== undefined;
}
