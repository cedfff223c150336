import { createVitrine } from '@vitrine/core';
import { createMedia } from '@vitrine/media';
import { sqliteStorage } from '@vitrine/storage-sqlite';

/** Each route and page has modules of its own, and all use one Vitrine. The build of the pages opens none. */
export function openVitrine() {
  globalThis.vitrine ??= createVitrine({
    storage: sqliteStorage({ path: process.env.DATABASE }),
    media: createMedia(),
    baseUrl: process.env.BASE_URL,
  });
  return globalThis.vitrine;
}
