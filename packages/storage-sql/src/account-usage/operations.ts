import type { LimitedResource, Millis } from '@vitrine/core/storage';
import { scan } from '../operation.ts';
import { numberCell, onlyRow } from '../statements/cells.ts';
import { and, anyOf } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const accountUsageOperations = {
  countUsage: scan(countUsage),
};

export interface CountUsage {
  readonly accountId: string;
  readonly resource: LimitedResource;
  readonly now: Millis;
}

const COUNTS: Readonly<Record<LimitedResource, (dialect: SqlDialect, args: CountUsage) => Sql>> = {
  stores: (_, { accountId }) =>
    sql`
      SELECT count(*)
      FROM stores
      WHERE account_id = ${accountId}
        AND deleted_at IS NULL`,
  records: ({ writesStoreKey }, { accountId, now }) => {
    // CROSS JOIN makes SQLite read the stores first. The records of a store are then a range of an index.
    const key = writesStoreKey ? sql`stores.id` : sql`stores.seq`;
    const isLive = anyOf([
      sql`stores.record_ttl IS NULL`,
      sql`records.updated_at > ${now} - stores.record_ttl * 1000`,
    ]);
    return sql`
      SELECT count(*)
      FROM stores
      CROSS JOIN records
      WHERE ${and([
        sql`stores.account_id = ${accountId}`,
        sql`stores.deleted_at IS NULL`,
        sql`records.store_id = ${key}`,
        isLive,
      ])}`;
  },
  images: (_, { accountId }) =>
    sql`
      SELECT count(*)
      FROM images
      WHERE account_id = ${accountId}
        AND active = 1`,
  imageBytes: (_, { accountId }) =>
    sql`
      SELECT CAST(coalesce(sum(bytes), 0) AS bigint)
      FROM images
      WHERE account_id = ${accountId}`,
  fonts: (_, { accountId }) => sql`
    SELECT count(*)
    FROM fonts
    WHERE account_id = ${accountId}`,
  fontBytes: (_, { accountId }) => sql`
    SELECT CAST(coalesce(sum(bytes), 0) AS bigint)
    FROM fonts
    WHERE account_id = ${accountId}`,
  maps: (_, { accountId }) => sql`
    SELECT count(*)
    FROM maps
    WHERE account_id = ${accountId}
      AND deleted_at IS NULL`,
  locations: (_, args) => countLocations(args, NOTHING),
  queuedGeocodes: (_, args) => countLocations(args, sql`AND locations.status IN ('queued', 'processing')`),
  keys: (_, { accountId }) => sql`
    SELECT count(*)
    FROM api_keys
    WHERE account_id = ${accountId}`,
  queuedImports: (_, { accountId }) => sql`
    SELECT count(*)
    FROM imports
    WHERE account_id = ${accountId}
      AND finished_at IS NULL`,
  importBytes: (_, { accountId }) => sql`
    SELECT CAST(
      coalesce(
        sum(
          file_bytes + refused_bytes + draft_bytes
            + octet_length(plan) + octet_length(chunks) + octet_length(changes)
        ),
        0
      ) AS bigint
    )
    FROM imports
    WHERE account_id = ${accountId}`,
  webhooks: (_, { accountId }) => sql`
    SELECT count(*)
    FROM webhooks
    WHERE account_id = ${accountId}`,
  idempotencyBytes: (_, { accountId }) => sql`
    SELECT CAST(coalesce(sum(octet_length(plan) + octet_length(coalesce(result, ''))), 0) AS bigint)
    FROM idempotency_keys
    WHERE account_id = ${accountId}`,
};

function countLocations({ accountId }: CountUsage, andStatus: Sql): Sql {
  return sql`
    SELECT count(*)
    FROM maps
    JOIN locations ON locations.map_key = maps.map_key
    WHERE maps.account_id = ${accountId}
      AND maps.deleted_at IS NULL
      ${andStatus}`;
}

function* countUsage(dialect: SqlDialect, args: CountUsage): Steps<number> {
  return numberCell(onlyRow(yield statement(dialect, COUNTS[args.resource](dialect, args)))[0]);
}
