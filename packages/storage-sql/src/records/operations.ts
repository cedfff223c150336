import type { WithLog } from '../change-log/logged-write.ts';
import type { SqlEngine } from '../engine.ts';
import { attempt, read, scan, write } from '../operation.ts';
import { storeKey } from '../stores/rows.ts';
import { findNearRecords } from './near/near-page.ts';
import { aggregateRecords, countRecords } from './reads/aggregates.ts';
import type { FindAmongCandidates } from './reads/find-among-candidates.ts';
import { findRecords, getRecord, getRecords } from './reads/record-query.ts';
import { summarizeRecords } from './reads/summarize.ts';
import { commitRecords } from './transactions/commit-records.ts';
import { copyRecordSlot } from './writes/copy-slot.ts';
import {
  clearRecordSlots,
  purgeExpiredRecords,
  purgeRecords,
  removeExpiredRecords,
} from './writes/maintenance.ts';
import { deleteUnchangedRecord, patchExpected } from './writes/state-guard.ts';
import type { StoreGuard } from './writes/store-guard.ts';
import type {
  DeleteRecords,
  InsertRecord,
  RecordWrites,
  RestoreRecords,
  UpsertRecords,
} from './writes/writes.ts';

type Written<Write extends Exclude<keyof RecordWrites, 'importNew'>> = ReturnType<RecordWrites[Write]>;

const store = ({ storeId }: { readonly storeId: string }) => storeId;
const onNode = { store, onNode: 'records' } as const;
const appends = ({ log }: WithLog) => log !== null;

export const recordOperations = {
  getRecord: read(getRecord, onNode),
  getRecords: read(getRecords, onNode),
  findRecords: read(findRecords, onNode),
  findNearRecords: attempt(findNearRecords, onNode),
  findAmongCandidates: attempt(
    (engine: SqlEngine, args: FindAmongCandidates) => engine.findAmongCandidates(engine, args),
    onNode,
  ),
  countRecords: scan(countRecords, onNode),
  aggregateRecords: scan(aggregateRecords, onNode),
  summarizeRecords: scan(summarizeRecords, onNode),
  insertRecord: write(
    (engine: SqlEngine, args: InsertRecord): Written<'insertRecord'> =>
      engine.recordWrites.insertRecord(engine, args),
    { ...onNode, appends, outdated, succeeded: (outcome) => outcome === 'created' },
  ),
  insertRecords: write(
    (engine: SqlEngine, args: RestoreRecords): Written<'insertRecords'> =>
      engine.recordWrites.insertRecords(engine, args),
    { ...onNode, appends, outdated },
  ),
  upsertRecords: write(
    (engine: SqlEngine, args: UpsertRecords): Written<'upsertRecords'> =>
      engine.recordWrites.upsertRecords(engine, args),
    { ...onNode, appends, outdated, succeeded: (outcomes) => outcomes !== 'stale' },
  ),
  patchRecord: write(patchExpected, { ...onNode, appends, outdated }),
  deleteUnchangedRecord: write(deleteUnchangedRecord, { ...onNode, appends, outdated }),
  restoreRecords: write(
    (engine: SqlEngine, args: RestoreRecords): Written<'restoreRecords'> =>
      engine.recordWrites.restoreRecords(engine, args),
    { ...onNode, appends, outdated },
  ),
  deleteRecords: write(
    (engine: SqlEngine, args: DeleteRecords): Written<'deleteRecords'> =>
      engine.recordWrites.deleteRecords(engine, args),
    { ...onNode, appends: ({ isLogged }) => isLogged, succeeded: () => true },
  ),
  commitRecords: write(commitRecords, {
    appends: ({ writes }) => writes.map(({ args }) => args.storeId),
    outdated: ({ reads }, isMade) =>
      isMade ? [] : reads.map(({ accountId, storeId }) => storeKey({ accountId, id: storeId })),
  }),
  clearRecordSlots: write(clearRecordSlots, { ...onNode, outdated }),
  copyRecordSlot: write(copyRecordSlot, { ...onNode, outdated }),
  purgeExpiredRecords: write(purgeExpiredRecords, { store, appends: () => true }),
  removeExpiredRecords: write(removeExpiredRecords, { store, appends: () => true }),
  purgeRecords: write(purgeRecords, { store }),
};

/** Returns the key of the store if the write is stale: the caller has planned it from an outdated cached result. */
function outdated({ accountId, storeId }: StoreGuard, result: unknown): readonly string[] {
  return result === 'stale' ? [storeKey({ accountId, id: storeId })] : [];
}
