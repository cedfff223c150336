import { UnavailableError } from '@vitrine/core/adapter';
import type { BlobStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlBlobs(driver: SqlDriver): BlobStorage {
  return {
    async put(hash, bytes, now, caller) {
      // Bytes of a known blob do not cross to the writer.
      const known = await driver.run('findBlob', { hash });
      if (known !== null && (await driver.run('touchBlob', { hash, now }, caller))) return;
      await driver.run('putBlob', { hash, bytes, now }, caller);
    },
    async get(hash) {
      const found = await driver.run('findBlob', { hash });
      if (found === null) return null;
      if (found.outside) {
        throw new UnavailableError('The bytes are in an object store, which is not configured here.');
      }
      return driver.run('getBlob', { hash, size: found.size });
    },
    purgeUnused: (untouchedSince, limit) => driver.run('purgeUnusedBlobs', { untouchedSince, limit }),
    async discard(hashes, untouchedSince) {
      await driver.run('discardBlobs', { hashes, untouchedSince });
    },
  };
}
