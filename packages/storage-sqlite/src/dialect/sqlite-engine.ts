import { loggedWrites, rowWrites, type SqlEngine } from '@vitrine/storage-sql';
import { findAmongCandidates } from './find-among-candidates.ts';
import { insertRows } from './insert-rows.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { upsertRows } from './upsert-rows.ts';

/**
 * The engine of SQLite. Writes most records one by one, because a statement costs no round trip. What a statement costs
 * besides its work matters only in batches.
 */
export const sqliteEngine: SqlEngine = {
  ...sqliteDialect,
  recordWrites: {
    ...loggedWrites({ ...rowWrites, insertRecords: insertRows, upsertRecords: upsertRows }),
    patchRecord: rowWrites.patchRecord,
  },
  findAmongCandidates,
};
