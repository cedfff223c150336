import type { ApiKeyRow, Millis, SeqPage, Slice } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveNumber } from '../statements/numbers.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, type Row, sql } from '../statements/sql.ts';
import { keptStatement, type Steps, statement } from '../statements/statement.ts';

export const apiKeyOperations = {
  findApiKey: read(findApiKey, { cached: { table: 'api_keys', key: ({ hash }) => hash } }),
  insertApiKey: write(insertApiKey, { succeeded: () => true }),
  listApiKeys: read(listApiKeys),
  revokeApiKey: write(revokeApiKey, {
    changes: { table: 'api_keys', when: (outcome) => outcome === 'revoked', othersForget: 'after' },
  }),
  exchangeApiKey: write(exchangeApiKey, { changes: { table: 'api_keys', othersForget: 'any' } }),
  touchApiKeys: write(touchApiKeys, { changes: { table: 'api_keys', othersForget: 'any' } }),
};

const API_KEY = columnList(`
  id, account_id, store_id, name, hash, prefix, created_at, last_used_at, expires_at, read_only,
  addresses, exchanges
`);

function readApiKey(row: Row): ApiKeyRow {
  const addresses = textOrNull(row[10]);
  return {
    id: textCell(row[0]),
    accountId: textCell(row[1]),
    storeId: textOrNull(row[2]),
    name: textCell(row[3]),
    hash: textCell(row[4]),
    prefix: textCell(row[5]),
    createdAt: numberCell(row[6]),
    lastUsedAt: numberOrNull(row[7]),
    expiresAt: numberOrNull(row[8]),
    readOnly: row[9] === 1,
    addresses: addresses === null ? null : JSON.parse(addresses),
    exchanges: numberOrNull(row[11]),
  };
}

function* insertApiKey(dialect: SqlDialect, { key }: { readonly key: ApiKeyRow }): Steps<null> {
  const seq = yield* reserveNumber(dialect, 'api_keys');
  const { id, accountId, storeId, name, hash, prefix, createdAt, lastUsedAt, expiresAt } = key;
  const readOnly = key.readOnly ? 1 : null;
  const addresses = key.addresses === null ? null : JSON.stringify(key.addresses);
  const times = [createdAt, lastUsedAt, expiresAt];
  const texts = [id, accountId, storeId, name, hash, prefix];
  const values = list([...texts, ...times, readOnly, addresses, key.exchanges, seq]);
  yield statement(
    dialect,
    sql`
      INSERT INTO api_keys (${API_KEY}, seq)
      VALUES (${values})`,
  );
  return null;
}

const selectByHash = keptStatement<{ hash: string }>(
  (_, { hash }) => sql`
    SELECT ${API_KEY}
    FROM api_keys
    WHERE hash = ${hash}`,
);

function* findApiKey(dialect: SqlDialect, { hash }: { readonly hash: string }): Steps<ApiKeyRow | null> {
  const [row] = yield selectByHash(dialect, { hash });
  return row === undefined ? null : readApiKey(row);
}

function* listApiKeys(
  dialect: SqlDialect,
  { accountId, before, limit }: { readonly accountId: string } & SeqPage,
): Steps<Slice<ApiKeyRow & { readonly seq: number }>> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${API_KEY}, seq
      FROM api_keys
      WHERE account_id = ${accountId}
        ${before === null ? NOTHING : sql`AND seq < ${before}`}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, (row) => ({ ...readApiKey(row), seq: numberCell(row[12]) }));
}

function* revokeApiKey(
  dialect: SqlDialect,
  args: {
    readonly accountId: string;
    readonly keyId: string;
    readonly keepOneAccountKey: boolean;
    readonly now: Millis;
  },
): Steps<'revoked' | 'last' | null> {
  const { accountId, keyId, keepOneAccountKey, now } = args;
  // Locks all account keys in the same order, so that the second of two calls sees the result of the first.
  const keys = yield statement(
    dialect,
    sql`
      SELECT
        id,
        CASE
          WHEN store_id IS NULL
            AND read_only IS NULL
            AND exchanges IS NULL
            AND (expires_at IS NULL OR expires_at > ${now})
          THEN 1
          ELSE 0
        END
      FROM api_keys
      WHERE account_id = ${accountId}
        AND (id = ${keyId} OR store_id IS NULL)
      ORDER BY seq
      ${dialect.forUpdate}`,
  );
  if (!keys.some(([id]) => id === keyId)) return null;
  const another = keys.some(([id, mayWrite]) => id !== keyId && mayWrite === 1);
  if (keepOneAccountKey && !another) return 'last';
  yield statement(
    dialect,
    sql`
      DELETE FROM api_keys
      WHERE id = ${keyId}
        AND account_id = ${accountId}`,
  );
  return 'revoked';
}

function* exchangeApiKey(
  dialect: SqlDialect,
  args: { readonly accountId: string; readonly keyId: string; readonly exchanges: number },
): Steps<'exchanged' | 'repeated' | null> {
  const { accountId, keyId, exchanges } = args;
  const [row] = yield statement(
    dialect,
    sql`
      SELECT exchanges
      FROM api_keys
      WHERE id = ${keyId}
        AND account_id = ${accountId}
      ${dialect.forUpdate}`,
  );
  const made = numberOrNull(row?.[0] ?? null);
  if (made === null) return null;
  if (made !== exchanges) return 'repeated';
  yield statement(
    dialect,
    sql`
      UPDATE api_keys
      SET exchanges = ${exchanges + 1}
      WHERE id = ${keyId}`,
  );
  return 'exchanged';
}

function* touchApiKeys(
  dialect: SqlDialect,
  { uses }: { readonly uses: readonly { readonly keyId: string; readonly at: Millis }[] },
): Steps<null> {
  for (const { keyId, at } of uses) {
    yield statement(
      dialect,
      sql`
        UPDATE api_keys
        SET last_used_at = ${at}
        WHERE id = ${keyId}
          AND (last_used_at IS NULL OR last_used_at < ${at})`,
    );
  }
  return null;
}
