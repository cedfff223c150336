import type { BlobHash, Millis, ObjectKey } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, onlyRow, textCell, textOrNull } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const blobObjectOperations = {
  bindBlobObject: write(bindBlobObject),
  findBlobObject: read(findBlobObject),
  forgetBlobObjects: write(forgetBlobObjects),
  noteBlobObject: write(noteBlobObject),
  sweepBlobObjects: write(sweepBlobObjects),
};

/** Returns the object of a blob. `blob_objects` has only objects without a blob. */
function* findBlobObject(
  dialect: SqlDialect,
  { hash }: { readonly hash: BlobHash },
): Steps<ObjectKey | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT object_key
      FROM blobs
      WHERE hash = ${hash}`,
  );
  return row === undefined ? null : textOrNull(row[0]);
}

export function* noteBlobObject(
  dialect: SqlDialect,
  { key, notedAt }: { readonly key: ObjectKey; readonly notedAt: Millis },
): Steps<null> {
  yield statement(
    dialect,
    sql`
      INSERT INTO blob_objects (object_key, noted_at, swept)
      VALUES (${key}, ${notedAt}, 0)
      ON CONFLICT (object_key) DO NOTHING`,
  );
  return null;
}

function* bindBlobObject(
  dialect: SqlDialect,
  args: { readonly hash: BlobHash; readonly size: number; readonly key: ObjectKey; readonly now: Millis },
): Steps<'bound' | 'exists' | 'swept'> {
  const { hash, size, key, now } = args;
  const spare = yield statement(
    dialect,
    sql`
      SELECT 1
      FROM blob_objects
      WHERE object_key = ${key}
        AND swept = 0
      ${dialect.forUpdate}`,
  );
  if (spare.length === 0) return 'swept';
  const [bound] = onlyRow(
    yield statement(
      dialect,
      sql`
        INSERT INTO blobs (hash, size, uses, touched_at, object_key)
        VALUES (${hash}, ${size}, 0, ${now}, ${key})
        ON CONFLICT (hash) DO UPDATE
        SET touched_at = excluded.touched_at
        RETURNING object_key`,
    ),
  );
  if (bound !== key) return 'exists';
  yield statement(
    dialect,
    sql`
      DELETE FROM blob_objects
      WHERE object_key = ${key}`,
  );
  return 'bound';
}

function* sweepBlobObjects(
  dialect: SqlDialect,
  { notedBefore, limit }: { readonly notedBefore: Millis; readonly limit: number },
): Steps<ObjectKey[]> {
  const found = yield statement(
    dialect,
    sql`
      SELECT object_key
      FROM blob_objects
      WHERE noted_at < ${notedBefore}
      ORDER BY noted_at
      LIMIT ${limit}
      ${dialect.forUpdate}`,
  );
  const keys = found.map(([key]) => textCell(key));
  if (keys.length > 0) {
    yield statement(
      dialect,
      sql`
        UPDATE blob_objects
        SET swept = 1
        WHERE object_key IN (${list(keys)})`,
    );
  }
  return keys;
}

function* forgetBlobObjects(
  dialect: SqlDialect,
  { keys }: { readonly keys: readonly ObjectKey[] },
): Steps<number> {
  const forgotten = yield statement(
    dialect,
    sql`
      DELETE FROM blob_objects
      WHERE object_key IN (${list(keys)})
        AND swept = 1`,
  );
  return changedRows(forgotten);
}
