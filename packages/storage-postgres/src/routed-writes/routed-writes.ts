import type { RecordWrites } from '@vitrine/storage-sql';
import { deleteRecords } from '../set-writes/delete-records.ts';
import { patchRecord } from '../set-writes/patch-record.ts';
import { insertRecord } from './insert-record.ts';
import { insertRecords, restoreRecords } from './insert-records.ts';
import { upsertRecords } from './upsert.ts';

/**
 * Writes any number of records with a few statements, each of which Citus sends whole to the node of the store. Citus
 * does not do that with an insert in a `WITH` clause, or with one that draws numbers: so the numbers are drawn before,
 * and core's outcomes follow from the returned rows.
 */
export const routedWrites: RecordWrites = {
  insertRecord,
  insertRecords,
  upsertRecords,
  patchRecord,
  restoreRecords,
  deleteRecords,
  importNew: null,
};
