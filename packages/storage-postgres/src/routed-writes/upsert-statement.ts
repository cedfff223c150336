import {
  type GivenRecord,
  guardToSql,
  join,
  keptStatements,
  type SqlDialect,
  type Statement,
  sql,
  type UpsertRecords,
} from '@vitrine/storage-sql';
import { givenRows } from '../set-writes/given.ts';
import { formKey, givenColumns, givenValues, type UpsertForm } from '../set-writes/upsert-form.ts';
import {
  ifItFits,
  ifUnmoved,
  insertedColumns,
  plainValues,
  replaced,
  type UpsertValues,
} from '../set-writes/upsert-rows.ts';

interface RoutedUpsert {
  readonly form: UpsertForm;
  /** Whether the records were merged with the stored ones, which are locked. Otherwise they are of a plain batch. */
  readonly merged: boolean;
}

/**
 * Inserts records, or replaces stored ones, in the order of ids, while the store has the version of the guard. Returns
 * the id and the number of each written record.
 */
const upsert = keptStatements<RoutedUpsert, Omit<UpsertValues, 'change'>>({
  key: ({ form, merged }) => `${merged}|${formKey(form)}`,
  build: (dialect, named, { form, merged }) => sql`
    INSERT INTO records (
      ${insertedColumns(form)}
    )
    SELECT
      ${join(plainValues(sql`store.id`, named, form), ',\n')}
    FROM (
      ${guardToSql(dialect, named)}
    ) AS store, (
      ${givenRows(givenColumns(form, true), named.given)}
    ) AS given
    ORDER BY new_id COLLATE "C"
    ON CONFLICT (store_id, id) DO UPDATE
    SET ${replaced(named, form)}
    ${merged ? ifUnmoved(named, form) : ifItFits(named, form)}
    RETURNING id, seq`,
});

export function upsertStatement(
  dialect: SqlDialect,
  { storeId, storeNumber, accountId, version, now, expiredUpTo }: UpsertRecords,
  variant: RoutedUpsert,
  records: readonly GivenRecord[],
  numbers: readonly number[],
): Statement {
  const guard = { storeId, storeNumber, accountId, version };
  const given = givenValues(variant.form, records, numbers);
  return upsert(dialect, variant, { ...guard, now, expiredUpTo, given });
}
