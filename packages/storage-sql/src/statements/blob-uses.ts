import { UnavailableError } from '@vitrine/core/adapter';
import type { BlobHash } from '@vitrine/core/storage';
import { changedRows, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { sql } from './sql.ts';
import { type Steps, statement } from './statement.ts';

/**
 * Records that the holder uses the blobs. Part of the write that creates the holder.
 * @throws UnavailableError if a blob was removed meanwhile, which rolls that write back.
 */
export function* holdBlobs(dialect: SqlDialect, holder: string, hashes: readonly BlobHash[]): Steps<null> {
  // In the same order for all callers, which prevents deadlocks.
  for (const hash of [...new Set(hashes)].sort()) {
    const added = yield statement(
      dialect,
      sql`
        INSERT INTO blob_uses (holder, hash)
        VALUES (${holder}, ${hash})
        ON CONFLICT (holder, hash) DO NOTHING`,
    );
    if (changedRows(added) === 0) continue;
    const counted = yield statement(
      dialect,
      sql`
        UPDATE blobs
        SET uses = uses + 1
        WHERE hash = ${hash}`,
    );
    if (changedRows(counted) === 0) {
      throw new UnavailableError('The bytes were removed before they were used.');
    }
  }
  return null;
}

/** Returns the blobs that the holder uses, by hash. */
export function* listHeldBlobs(dialect: SqlDialect, holder: string): Steps<BlobHash[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT hash
      FROM blob_uses
      WHERE holder = ${holder}
      ORDER BY hash`,
  );
  return rows.map(([hash]) => textCell(hash));
}

/** Records that the holder uses these blobs only. @throws UnavailableError as `holdBlobs`. */
export function* replaceBlobs(dialect: SqlDialect, holder: string, hashes: readonly BlobHash[]): Steps<null> {
  yield* holdBlobs(dialect, holder, hashes);
  const held = yield* listHeldBlobs(dialect, holder);
  for (const hash of held.filter((one) => !hashes.includes(one))) yield* releaseUseOf(dialect, holder, hash);
  return null;
}

function* releaseUseOf(dialect: SqlDialect, holder: string, hash: BlobHash): Steps<null> {
  yield statement(
    dialect,
    sql`
      DELETE FROM blob_uses
      WHERE holder = ${holder}
        AND hash = ${hash}`,
  );
  return yield* releaseUse(dialect, hash);
}

/** Removes at most `limit` uses of the holder. Returns the blobs. */
export function* releaseSomeBlobs(dialect: SqlDialect, holder: string, limit: number): Steps<BlobHash[]> {
  const hashes = (yield* listHeldBlobs(dialect, holder)).slice(0, limit);
  for (const hash of hashes) yield* releaseUseOf(dialect, holder, hash);
  return hashes;
}

/** Removes all uses of the holder. */
export function* releaseBlobs(dialect: SqlDialect, holder: string): Steps<null> {
  const ended = yield statement(
    dialect,
    sql`
      DELETE FROM blob_uses
      WHERE holder = ${holder}
      RETURNING hash`,
  );
  for (const hash of ended.map(([cell]) => textCell(cell)).sort()) yield* releaseUse(dialect, hash);
  return null;
}

function* releaseUse(dialect: SqlDialect, hash: BlobHash): Steps<null> {
  yield statement(
    dialect,
    sql`
      UPDATE blobs
      SET uses = uses - 1
      WHERE hash = ${hash}`,
  );
  return null;
}
