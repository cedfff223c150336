import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';

/** Opens `memory`, `:memory:`, the path of a file, or the URL of a PostgreSQL database. */
export function openStorage(place: string): Storage {
  if (place === 'memory') return memoryStorage();
  return place.startsWith('postgres') ? postgresStorage({ url: place }) : sqliteStorage({ path: place });
}
