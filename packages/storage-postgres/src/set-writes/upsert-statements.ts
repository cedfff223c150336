import type { UpsertOutcome } from '@vitrine/core/storage';
import {
  andLive,
  keptStatements,
  type Named,
  NOTHING,
  type Sql,
  type SqlDialect,
  sql,
  text,
} from '@vitrine/storage-sql';
import { integer, loggedGuard, MAX_BYTES, mergedOverflow, nameOf } from './cells.ts';
import { given, givenRows, ownColumns } from './given.ts';
import { formKey, givenColumns, keptBytes, names, type UpsertForm } from './upsert-form.ts';
import {
  ifItFits,
  ifUnmoved,
  insertedColumns,
  lines,
  mergedColumns,
  type NamedUpsert,
  plainValues,
  replaced,
  type UpsertValues,
} from './upsert-rows.ts';

/** The digit of each outcome in the row that an upsert returns. */
export const OUTCOME_DIGITS: Readonly<Record<UpsertOutcome, string>> = {
  created: '0',
  updated: '1',
  incomplete: '2',
  too_large: '3',
};

function digitOf(outcome: UpsertOutcome): Sql {
  return text(`'${OUTCOME_DIGITS[outcome]}'`);
}

/** Returns one row with a digit for each record, or null if the store does not have the version of the guard. */
export const upsert = keptStatements<UpsertForm, UpsertValues>({
  key: formKey,
  build: (dialect, named, form) =>
    form.kind === 'plain' ? plainToSql(dialect, named, form) : maskedToSql(dialect, named, form),
});

function givenToSql({ recordNumbers }: SqlDialect, named: NamedUpsert, form: UpsertForm): Sql {
  return givenRows(givenColumns(form, recordNumbers.kind === 'reserved'), named.given);
}

/**
 * The statement of a plain batch. Inserts in the order of ids, so that two such calls never deadlock, and changes
 * records that exist. A record with the number that was meant for it is new.
 */
function plainToSql(dialect: SqlDialect, named: Named<UpsertValues>, form: UpsertForm): Sql {
  const { recordNumbers } = dialect;
  const drawn = recordNumbers.kind === 'drawn' ? sql`, ${recordNumbers.draw} AS new_seq` : NOTHING;
  return sql`
    WITH store AS MATERIALIZED (
      ${loggedGuard(dialect, named)}
    ),
    given AS MATERIALIZED (
      ${givenToSql(dialect, named, form)}
    ),
    numbered AS MATERIALIZED (
      SELECT ordered.*${drawn}
      FROM (
        SELECT given.*
        FROM given, store
        ORDER BY place
      ) AS ordered
    ),
    written AS (
      INSERT INTO records (
        ${insertedColumns(form)}
      )
      SELECT
        ${lines(plainValues(named.storeId, named, form))}
      FROM numbered
      ORDER BY new_id COLLATE "C"
      ON CONFLICT (store_id, id) DO UPDATE
      SET ${replaced(named, form)}
      ${ifItFits(named, form)}
      RETURNING id AS written_id, seq AS written_seq
    )
    SELECT string_agg(
      CASE
        WHEN written_seq = new_seq THEN ${digitOf('created')}
        WHEN written_seq IS NOT NULL THEN ${digitOf('updated')}
        ELSE ${digitOf('too_large')}
      END,
      ''
      ORDER BY place
    )
    FROM numbered
    LEFT JOIN written ON written_id = new_id`;
}

/**
 * The statement of a masked batch. Reads and locks existing records in the order of ids, merges, and then writes as
 * for plain batches. Each record is looked up by itself: a join could be planned as one that reads the whole store.
 *
 * A record that did not exist when the statement began, and exists when it inserts, was created by another transaction.
 * `raise_contention` (SQLSTATE 40001) then undoes the statement, and the driver runs it again. Its argument keeps the
 * planner from calling it before there is a row.
 */
function maskedToSql(dialect: SqlDialect, named: Named<UpsertValues>, form: UpsertForm): Sql {
  const { shape, expires } = form;
  const { recordNumbers } = dialect;
  const own = ownColumns(shape);
  const stored = (column: Sql) => text(`old_${nameOf(column)}`);
  const found = [
    sql`seq AS old_seq`,
    sql`${keptBytes(dialect, form)} AS kept`,
    ...mergedColumns(form).map((name) => sql`${name} AS ${stored(name)}`),
  ];
  const values = [
    named.storeId,
    sql`row_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    integer(named.now),
    integer(named.now),
    ...own.map(
      ({ name, place }) => sql`CASE WHEN ${names(place)} THEN ${given(name)} ELSE ${stored(name)} END`,
    ),
    ...(shape.overflows ? [mergedOverflow(sql`old_overflow`, sql`patch`)] : []),
  ];
  const number = recordNumbers.kind === 'drawn' ? recordNumbers.draw : sql`new_seq`;
  return sql`
    WITH store AS MATERIALIZED (
      ${loggedGuard(dialect, named)}
    ),
    given AS MATERIALIZED (
      ${givenToSql(dialect, named, form)}
    ),
    looked AS MATERIALIZED (
      SELECT *
      FROM (
        SELECT given.*
        FROM given, store
        ORDER BY new_id COLLATE "C"
      ) AS given
      LEFT JOIN LATERAL (
        SELECT
          ${lines(found)}
        FROM records
        WHERE store_id = ${named.storeId}
          AND id = new_id
          ${andLive(expires ? named.expiredUpTo : null)}
        ${dialect.forUpdate}
      ) AS found ON TRUE
    ),
    fitting AS MATERIALIZED (
      SELECT ordered.*, coalesce(old_seq, ${number}) AS row_seq
      FROM (
        SELECT *
        FROM looked
        WHERE CASE WHEN old_seq IS NULL THEN complete = 1 ELSE kept + bytes <= ${MAX_BYTES} END
        ORDER BY place
      ) AS ordered
    ),
    written AS (
      INSERT INTO records (
        ${insertedColumns(form)}
      )
      SELECT
        ${lines(values)}
      FROM fitting
      ORDER BY new_id COLLATE "C"
      ON CONFLICT (store_id, id) DO UPDATE
      SET ${replaced(named, form)}
      ${ifUnmoved(named, form)}
      RETURNING id AS written_id
    )
    SELECT string_agg(
      CASE
        WHEN written_id IS NOT NULL AND old_seq IS NULL THEN ${digitOf('created')}
        WHEN written_id IS NOT NULL THEN ${digitOf('updated')}
        WHEN old_seq IS NOT NULL THEN ${digitOf('too_large')}
        WHEN complete = 0 THEN ${digitOf('incomplete')}
        ELSE raise_contention(place)
      END,
      ''
      ORDER BY place
    )
    FROM looked
    LEFT JOIN written ON written_id = new_id`;
}
