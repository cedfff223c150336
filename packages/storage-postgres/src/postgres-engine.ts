import { loggedWrites, type RecordWrites, type SqlEngine } from '@vitrine/storage-sql';
import { findAmongCandidates } from './columns/find-among-candidates.ts';
import type { BackendProfile } from './dialect/backends.ts';
import { postgresDialect } from './dialect/postgres-dialect.ts';
import { routedWrites } from './routed-writes/routed-writes.ts';
import { deleteUnlogged } from './set-writes/delete-records.ts';
import { setWrites } from './set-writes/set-writes.ts';

const RECORD_WRITES: Readonly<Record<BackendProfile['recordWrites'], RecordWrites>> = {
  set: setWrites,
  // Citus has no triggers on distributed tables.
  routed: loggedWrites(routedWrites, deleteUnlogged),
};

/** Returns the engine of a backend: its expressions, and the way it writes records. */
export function postgresEngine(profile: BackendProfile): SqlEngine {
  return {
    ...postgresDialect(profile),
    recordWrites: RECORD_WRITES[profile.recordWrites],
    findAmongCandidates,
  };
}
