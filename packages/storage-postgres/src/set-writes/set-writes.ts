import type { RecordWrites } from '@vitrine/storage-sql';
import { deleteRecords } from './delete-records.ts';
import { importNew } from './import-new.ts';
import { insertRecords, restoreRecords } from './insert-given.ts';
import { insertRecord } from './insert-record.ts';
import { patchRecord } from './patch-record.ts';
import { upsertRecords } from './upsert.ts';

/**
 * Writes any number of records with one statement: the guard, the numbers, the check of sizes and the outcomes are part
 * of it, so that a write is one round trip and one commit. For engines with arrays and `jsonb` on which a statement may
 * change a table twice (PostgreSQL).
 */
export const setWrites: RecordWrites = {
  insertRecord,
  insertRecords,
  upsertRecords,
  patchRecord,
  restoreRecords,
  deleteRecords,
  importNew,
};
