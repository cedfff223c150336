import type { BlobObjectStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlBlobObjects(driver: SqlDriver): BlobObjectStorage {
  return {
    find: (hash) => driver.run('findBlobObject', { hash }),
    touch: (hash, now) => driver.run('touchBlob', { hash, now }),
    async note(key, now) {
      await driver.run('noteBlobObject', { key, notedAt: now });
    },
    bind: (hash, size, key, now) => driver.run('bindBlobObject', { hash, size, key, now }),
    sweep: (notedBefore, limit) => driver.run('sweepBlobObjects', { notedBefore, limit }),
    async forget(keys) {
      if (keys.length > 0) await driver.run('forgetBlobObjects', { keys: [...keys] });
    },
  };
}
