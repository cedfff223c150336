import type { Storage } from '@vitrine/core/storage';
import { profileOf } from './dialect/backends.ts';
import { storageByProfile } from './storage-by-profile.ts';
import type { PostgresStorageOptions } from './storage-options.ts';

/**
 * Creates a storage on a PostgreSQL database, without connecting. Any number of processes may share the database. A
 * write is acknowledged when the server has committed it to its disk, for any setting of `synchronous_commit`.
 *
 * Call `migrate` before anything else. It throws `PostgresSetupError` for a wrong address, name, password, version or
 * backend, with one line without secrets, and `UnavailableError` if the server does not respond.
 *
 * @throws PostgresSetupError for an invalid URL, or one with several hosts for a backend whose hosts are all alike.
 * @throws VitrineError `internal` in a bundled program, unless `columnBytes` is 0.
 */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  return storageByProfile(options, profileOf(options.backend ?? 'postgres'));
}
