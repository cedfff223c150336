import type { SqlEngine } from '../engine.ts';
import { read, scan, write } from '../operation.ts';
import { storeKey } from '../stores/store-key.ts';
import { aggregateRecords, countRecords } from './aggregates.ts';
import { clearRecordSlots, purgeExpiredRecords, purgeRecords } from './maintenance.ts';
import { findNearRecords } from './near-page.ts';
import { findRecords, getRecord, isScan } from './reads.ts';
import { deleteUnchangedRecord, patchExpected } from './state-guard.ts';
import type { StoreGuard } from './store-guard.ts';
import { summarizeRecords } from './summarize.ts';
import type { DeleteRecords, InsertRecord, RecordWrites, RestoreRecords, UpsertRecords } from './writes.ts';

type Written<Write extends keyof RecordWrites> = ReturnType<RecordWrites[Write]>;

const store = ({ storeId }: { readonly storeId: string }) => storeId;

export const recordOperations = {
  getRecord: read(getRecord, { store }),
  findRecords: read(findRecords, { isScan, store }),
  findNearRecords: read(findNearRecords, { store }),
  countRecords: scan(countRecords, { store }),
  aggregateRecords: scan(aggregateRecords, { store }),
  summarizeRecords: scan(summarizeRecords, { store }),
  insertRecord: write(
    (engine: SqlEngine, args: InsertRecord): Written<'insertRecord'> =>
      engine.recordWrites.insertRecord(engine, args),
    { store, outdated, succeeded: (outcome) => outcome === 'created' },
  ),
  insertRecords: write(
    (engine: SqlEngine, args: RestoreRecords): Written<'insertRecords'> =>
      engine.recordWrites.insertRecords(engine, args),
    { store, outdated },
  ),
  upsertRecords: write(
    (engine: SqlEngine, args: UpsertRecords): Written<'upsertRecords'> =>
      engine.recordWrites.upsertRecords(engine, args),
    { store, outdated, succeeded: (outcomes) => outcomes !== 'stale' },
  ),
  patchRecord: write(patchExpected, { store, outdated }),
  deleteUnchangedRecord: write(deleteUnchangedRecord, { store, outdated }),
  restoreRecords: write(
    (engine: SqlEngine, args: RestoreRecords): Written<'restoreRecords'> =>
      engine.recordWrites.restoreRecords(engine, args),
    { store, outdated },
  ),
  deleteRecords: write(
    (engine: SqlEngine, args: DeleteRecords): Written<'deleteRecords'> =>
      engine.recordWrites.deleteRecords(engine, args),
    { store, succeeded: () => true },
  ),
  clearRecordSlots: write(clearRecordSlots, { store, outdated }),
  purgeExpiredRecords: write(purgeExpiredRecords, { store }),
  purgeRecords: write(purgeRecords, { store }),
};

/** Returns the key of the store if the write is stale: the caller has planned it from an outdated cached result. */
function outdated({ accountId, storeId }: StoreGuard, result: unknown): readonly string[] {
  return result === 'stale' ? [storeKey({ accountId, id: storeId })] : [];
}
