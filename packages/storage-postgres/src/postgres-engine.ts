import { rowWrites, type SqlEngine } from '@vitrine/storage-sql';
import type { BackendProfile } from './backends.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { setWrites } from './set-writes/set-writes.ts';

/** Returns the engine of a backend: its expressions, and the way it writes records. */
export function postgresEngine(profile: BackendProfile): SqlEngine {
  return { ...postgresDialect(profile), recordWrites: profile.oneStatement ? setWrites : rowWrites };
}
