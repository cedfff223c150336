import { type BlobHash, type BlobStorage, type Millis, UnavailableError } from '@vitrine/core/storage';
import { noteBlobObject } from './blob-objects.ts';
import { bytesCell, changedRows, numberCell, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { join, sql } from './sql.ts';

/** Larger ones are read where they hold up nobody. */
const READ_AT_ONCE_BYTES = 256 * 1024;

export interface FoundBlob {
  readonly size: number;
  /** Its bytes are in an object store. */
  readonly outside: boolean;
}

export function* findBlob(
  dialect: SqlDialect,
  { hash }: { readonly hash: BlobHash },
): Program<FoundBlob | null> {
  const [row] = yield statement(dialect, sql`SELECT size, object_key FROM blobs WHERE hash = ${hash}`);
  return row === undefined ? null : { size: numberCell(row[0]), outside: row[1] !== null };
}

export function* getBlob(
  dialect: SqlDialect,
  { hash }: { readonly hash: BlobHash },
): Program<Uint8Array | null> {
  const [row] = yield statement(dialect, sql`SELECT bytes FROM blob_bytes WHERE hash = ${hash}`);
  return row === undefined ? null : bytesCell(row[0]);
}

/** False: it is not there. */
export function* touchBlob(
  dialect: SqlDialect,
  { hash, now }: { readonly hash: BlobHash; readonly now: Millis },
): Program<boolean> {
  const rows = yield statement(dialect, sql`UPDATE blobs SET touched_at = ${now} WHERE hash = ${hash}`);
  return changedRows(rows) > 0;
}

export function* putBlob(
  dialect: SqlDialect,
  { hash, bytes, now }: { readonly hash: BlobHash; readonly bytes: Uint8Array; readonly now: Millis },
): Program<null> {
  yield statement(
    dialect,
    sql`INSERT INTO blobs (hash, size, uses, touched_at) VALUES (${hash}, ${bytes.byteLength}, 0, ${now}) ON CONFLICT (hash) DO UPDATE SET touched_at = excluded.touched_at`,
  );
  yield statement(
    dialect,
    sql`INSERT INTO blob_bytes (hash, bytes) VALUES (${hash}, ${bytes}) ON CONFLICT (hash) DO NOTHING`,
  );
  return null;
}

export function* purgeUnusedBlobs(
  dialect: SqlDialect,
  { untouchedSince, limit }: { readonly untouchedSince: Millis; readonly limit: number },
): Program<BlobHash[]> {
  // Locked, so that whoever counts a use comes before it, and the blob stays, or finds it gone.
  const unused = yield statement(
    dialect,
    sql`SELECT hash FROM blobs WHERE uses = 0 AND touched_at < ${untouchedSince} ORDER BY touched_at LIMIT ${limit}${dialect.forUpdateSkipLocked}`,
  );
  const hashes = unused.map(([hash]) => textCell(hash));
  if (hashes.length === 0) return [];
  const removed = yield statement(
    dialect,
    sql`DELETE FROM blobs WHERE hash IN (${join(hashes)}) AND uses = 0 AND touched_at < ${untouchedSince} RETURNING hash, object_key, touched_at`,
  );
  const gone = removed.map(([hash]) => textCell(hash));
  for (const [, key = null, touchedAt] of removed) {
    if (key === null) continue;
    yield* noteBlobObject(dialect, { key: textCell(key), notedAt: numberCell(touchedAt) });
  }
  if (gone.length > 0) yield statement(dialect, sql`DELETE FROM blob_bytes WHERE hash IN (${join(gone)})`);
  return gone;
}

/**
 * Records that the holder uses the blobs; part of the write that makes the holder. Throws `UnavailableError`, which
 * undoes that write, when one is not there.
 */
export function* holdBlobs(dialect: SqlDialect, holder: string, hashes: readonly BlobHash[]): Program<null> {
  // In one order everywhere, so that two that count the same blobs never wait for each other in a circle.
  for (const hash of [...new Set(hashes)].sort()) {
    const added = yield statement(
      dialect,
      sql`INSERT INTO blob_uses (holder, hash) VALUES (${holder}, ${hash}) ON CONFLICT (holder, hash) DO NOTHING`,
    );
    if (changedRows(added) === 0) continue;
    const counted = yield statement(dialect, sql`UPDATE blobs SET uses = uses + 1 WHERE hash = ${hash}`);
    if (changedRows(counted) === 0) {
      throw new UnavailableError('The bytes were removed before they were used.');
    }
  }
  return null;
}

export function* listHeldBlobs(dialect: SqlDialect, holder: string): Program<BlobHash[]> {
  const rows = yield statement(
    dialect,
    sql`SELECT hash FROM blob_uses WHERE holder = ${holder} ORDER BY hash`,
  );
  return rows.map(([hash]) => textCell(hash));
}

/** Ends all of the holder's uses. */
export function* releaseBlobs(dialect: SqlDialect, holder: string): Program<null> {
  const ended = yield statement(dialect, sql`DELETE FROM blob_uses WHERE holder = ${holder} RETURNING hash`);
  for (const hash of ended.map(([cell]) => textCell(cell)).sort()) {
    yield statement(dialect, sql`UPDATE blobs SET uses = uses - 1 WHERE hash = ${hash}`);
  }
  return null;
}

export function sqlBlobs(driver: SqlDriver): BlobStorage {
  return {
    async put(hash, bytes, now, caller) {
      // Bytes that are there already don't cross to the writer.
      const known = await driver.run('read', 'findBlob', { hash });
      if (known !== null && (await driver.run('write', 'touchBlob', { hash, now }, caller))) return;
      await driver.run('write', 'putBlob', { hash, bytes, now }, caller);
    },
    async get(hash) {
      const found = await driver.run('read', 'findBlob', { hash });
      if (found === null) return null;
      if (found.outside) {
        throw new UnavailableError('The bytes are kept in an object store, which is not set up here.');
      }
      return driver.run(found.size <= READ_AT_ONCE_BYTES ? 'read' : 'scan', 'getBlob', { hash });
    },
    purgeUnused: (untouchedSince, limit) =>
      driver.run('write', 'purgeUnusedBlobs', { untouchedSince, limit }),
  };
}
