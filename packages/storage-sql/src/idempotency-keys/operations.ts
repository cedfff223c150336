import type { IdempotencyKeyRow, Millis, NewIdempotencyKey } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, numberCell, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { keptStatement, type Steps, statement } from '../statements/statement.ts';

export const idempotencyKeyOperations = {
  getIdempotencyKey: read(getIdempotencyKey),
  purgeExpiredIdempotencyKeys: write(purgeExpiredIdempotencyKeys),
};

export interface KeyAt {
  readonly accountId: string;
  readonly key: string;
  readonly now: Millis;
}

const select = keptStatement<KeyAt>(
  (_, { accountId, key, now }) => sql`
    SELECT request_hash, plan, result, expires_at
    FROM idempotency_keys
    WHERE account_id = ${accountId}
      AND key_hash = ${key}
      AND expires_at > ${now}
      AND result IS NOT NULL`,
);

function* getIdempotencyKey(dialect: SqlDialect, at: KeyAt): Steps<IdempotencyKeyRow | null> {
  const [row] = yield select(dialect, at);
  if (row === undefined) return null;
  const { accountId, key } = at;
  return {
    accountId,
    key,
    request: textCell(row[0]),
    plan: textCell(row[1]),
    result: textCell(row[2]),
    expiresAt: numberCell(row[3]),
  };
}

const insert = keptStatement<NewIdempotencyKey>(
  (_, { accountId, key, request, plan, createdAt, expiresAt }) => sql`
    INSERT INTO idempotency_keys (account_id, key_hash, request_hash, plan, expires_at)
    VALUES (${accountId}, ${key}, ${request}, ${plan}, ${expiresAt})
    ON CONFLICT (account_id, key_hash) DO UPDATE
    SET request_hash = excluded.request_hash,
        plan = excluded.plan,
        result = NULL,
        expires_at = excluded.expires_at
    WHERE idempotency_keys.expires_at <= ${createdAt}
    RETURNING 1`,
);

/**
 * Takes the key for this transaction. Returns false if a write under the key has succeeded. Waits for a concurrent
 * transaction under the key.
 */
export function* takeIdempotencyKey(dialect: SqlDialect, key: NewIdempotencyKey): Steps<boolean> {
  const rows = yield insert(dialect, key);
  return rows.length > 0;
}

interface ResultOfKey {
  readonly accountId: string;
  readonly key: string;
  readonly result: string;
}

const setResult = keptStatement<ResultOfKey>(
  (_, { accountId, key, result }) => sql`
    UPDATE idempotency_keys
    SET result = ${result}
    WHERE account_id = ${accountId}
      AND key_hash = ${key}`,
);

/** Stores the result of the write under a key that this transaction has taken. */
export function* keepIdempotencyKey(
  dialect: SqlDialect,
  { accountId, key }: NewIdempotencyKey,
  result: string,
): Steps<void> {
  yield setResult(dialect, { accountId, key, result });
}

const remove = keptStatement<Pick<NewIdempotencyKey, 'accountId' | 'key'>>(
  (_, { accountId, key }) => sql`
    DELETE FROM idempotency_keys
    WHERE account_id = ${accountId}
      AND key_hash = ${key}`,
);

/** Frees a key that this transaction has taken. */
export function* freeIdempotencyKey(dialect: SqlDialect, { accountId, key }: NewIdempotencyKey): Steps<void> {
  yield remove(dialect, { accountId, key });
}

function* purgeExpiredIdempotencyKeys(
  dialect: SqlDialect,
  { limit, now }: { readonly limit: number; readonly now: Millis },
): Steps<number> {
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM idempotency_keys
      WHERE (account_id, key_hash) IN (
        SELECT account_id, key_hash
        FROM idempotency_keys
        WHERE expires_at <= ${now}
        ORDER BY expires_at
        LIMIT ${limit}
      )`,
  );
  return changedRows(removed);
}
