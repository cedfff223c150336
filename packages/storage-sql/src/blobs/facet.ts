import { type BlobStorage, UnavailableError } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

/** Larger ones are read where they hold up nobody. */
const READ_AT_ONCE_BYTES = 256 * 1024;

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
