import type { BlobObjectStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlBlobObjects(driver: SqlDriver): BlobObjectStorage {
  return {
    find: (hash) => driver.run('read', 'findBlobObject', { hash }),
    touch: (hash, now) => driver.run('write', 'touchBlob', { hash, now }),
    async note(key, now) {
      await driver.run('write', 'noteBlobObject', { key, notedAt: now });
    },
    bind: (hash, size, key, now) => driver.run('write', 'bindBlobObject', { hash, size, key, now }),
    sweep: (notedBefore, limit) => driver.run('write', 'sweepBlobObjects', { notedBefore, limit }),
    async forget(keys) {
      if (keys.length > 0) await driver.run('write', 'forgetBlobObjects', { keys: [...keys] });
    },
  };
}
