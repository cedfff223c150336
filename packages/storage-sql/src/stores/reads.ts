import type { Millis, SeqPage, StoreRef } from '@vitrine/core/storage';
import { numberCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Row, sql } from '../statements/sql.ts';
import { keptStatement, type Steps, statement } from '../statements/statement.ts';
import { live } from './live.ts';
import { DELETED_STORE, STORE } from './rows.ts';

export interface NamedStores {
  readonly accountId: string;
  readonly name: string;
  readonly limit: number;
}

export function* findNamedStores(
  dialect: SqlDialect,
  { accountId, name, limit }: NamedStores,
): Steps<readonly Row[]> {
  return yield statement(
    dialect,
    sql`
      SELECT ${STORE}
      FROM stores
      WHERE account_id = ${accountId}
        AND name = ${name}
        AND deleted_at IS NULL
      ORDER BY seq
      LIMIT ${limit}`,
  );
}

const selectVersion = keptStatement<StoreRef>(
  (_, { id, accountId }) => sql`
    SELECT version
    FROM stores
    WHERE id = ${id}
      AND account_id = ${accountId}
      AND deleted_at IS NULL`,
);

/** Returns the version of a store. Callers read it first, because they cache the rest by version. */
export function* getStoreVersion(dialect: SqlDialect, ref: StoreRef): Steps<number | null> {
  const [row] = yield selectVersion(dialect, ref);
  return row === undefined ? null : numberCell(row[0]);
}

export function* getStore(dialect: SqlDialect, ref: StoreRef): Steps<Row | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${STORE}
      FROM stores
      WHERE ${live(ref)}`,
  );
  return row ?? null;
}

export interface ListStores extends SeqPage {
  readonly accountId: string;
  readonly nameContains: string | null;
  /** Null: the live stores. */
  readonly deletedAfter: Millis | null;
}

/** Returns one row more than the limit of the page, if there is one. */
export function* listStores(dialect: SqlDialect, args: ListStores): Steps<readonly Row[]> {
  const { accountId, nameContains, deletedAfter, before, limit } = args;
  const page = before === null ? NOTHING : sql`AND seq < ${before}`;
  const named =
    nameContains === null || nameContains === ''
      ? NOTHING
      : sql`AND ${dialect.contains(sql`coalesce(name_folded, lower(name))`, nameContains)}`;
  return yield statement(
    dialect,
    sql`
      SELECT ${DELETED_STORE}
      FROM stores
      WHERE account_id = ${accountId}
        AND ${deletedAfter === null ? sql`deleted_at IS NULL` : sql`deleted_at > ${deletedAfter}`}
        ${page}
        ${named}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
}
