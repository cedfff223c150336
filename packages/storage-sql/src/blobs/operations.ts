import type { BlobHash, Millis } from '@vitrine/core/storage';
import { noteBlobObject } from '../blob-objects/operations.ts';
import { read, write } from '../operation.ts';
import { bytesCell, changedRows, numberCell, textCell } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

/** Larger blobs are read in the scan lane, so that short reads don't wait. */
const READ_AT_ONCE_BYTES = 256 * 1024;

export const blobOperations = {
  findBlob: read(findBlob),
  getBlob: read(getBlob, { isScan: ({ size }) => size > READ_AT_ONCE_BYTES }),
  discardBlobs: write(discardBlobs),
  purgeUnusedBlobs: write(purgeUnusedBlobs),
  putBlob: write(putBlob),
  touchBlob: write(touchBlob),
};

export interface FoundBlob {
  readonly size: number;
  /** Whether the bytes are in an object store. */
  readonly outside: boolean;
}

function* findBlob(dialect: SqlDialect, { hash }: { readonly hash: BlobHash }): Steps<FoundBlob | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT size, object_key
      FROM blobs
      WHERE hash = ${hash}`,
  );
  return row === undefined ? null : { size: numberCell(row[0]), outside: row[1] !== null };
}

function* getBlob(
  dialect: SqlDialect,
  { hash }: { readonly hash: BlobHash; readonly size: number },
): Steps<Uint8Array | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT bytes
      FROM blob_bytes
      WHERE hash = ${hash}`,
  );
  return row === undefined ? null : bytesCell(row[0]);
}

/** Returns false if the blob does not exist. */
function* touchBlob(
  dialect: SqlDialect,
  { hash, now }: { readonly hash: BlobHash; readonly now: Millis },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE blobs
      SET touched_at = ${now}
      WHERE hash = ${hash}`,
  );
  return changedRows(rows) > 0;
}

function* putBlob(
  dialect: SqlDialect,
  { hash, bytes, now }: { readonly hash: BlobHash; readonly bytes: Uint8Array; readonly now: Millis },
): Steps<null> {
  yield statement(
    dialect,
    sql`
      INSERT INTO blobs (hash, size, uses, touched_at)
      VALUES (${hash}, ${bytes.byteLength}, 0, ${now})
      ON CONFLICT (hash) DO UPDATE
      SET touched_at = excluded.touched_at`,
  );
  yield statement(
    dialect,
    sql`
      INSERT INTO blob_bytes (hash, bytes)
      VALUES (${hash}, ${bytes})
      ON CONFLICT (hash) DO NOTHING`,
  );
  return null;
}

function* purgeUnusedBlobs(
  dialect: SqlDialect,
  { untouchedSince, limit }: { readonly untouchedSince: Millis; readonly limit: number },
): Steps<BlobHash[]> {
  // Locks the blobs. A use that is counted before keeps its blob, and a later one finds it removed.
  const unused = yield statement(
    dialect,
    sql`
      SELECT hash
      FROM blobs
      WHERE uses = 0
        AND touched_at < ${untouchedSince}
      ORDER BY touched_at
      LIMIT ${limit}
      ${dialect.forUpdateSkipLocked}`,
  );
  const hashes = unused.map(([hash]) => textCell(hash));
  return yield* discardBlobs(dialect, { hashes, untouchedSince });
}

/** Removes those of the blobs that nothing uses and that were last put before the time. Returns their hashes. */
function* discardBlobs(
  dialect: SqlDialect,
  { hashes, untouchedSince }: { readonly hashes: readonly BlobHash[]; readonly untouchedSince: Millis },
): Steps<BlobHash[]> {
  if (hashes.length === 0) return [];
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM blobs
      WHERE hash IN (${list(hashes)})
        AND uses = 0
        AND touched_at < ${untouchedSince}
      RETURNING hash, object_key, touched_at`,
  );
  const gone = removed.map(([hash]) => textCell(hash));
  for (const [, key = null, touchedAt] of removed) {
    if (key === null) continue;
    yield* noteBlobObject(dialect, { key: textCell(key), notedAt: numberCell(touchedAt) });
  }
  if (gone.length > 0) {
    yield statement(
      dialect,
      sql`
        DELETE FROM blob_bytes
        WHERE hash IN (${list(gone)})`,
    );
  }
  return gone;
}
