import type { StoreRecordRequest } from '../../../contracts/records/records.ts';
import { deleteMany, upsertMany } from '../../../ground/calls/batches.ts';
import { requireWanted } from '../../../turns/caller.ts';
import { asJson } from '../../calls/call-gate.ts';
import type { RecordService } from '../service/record-service.ts';

type Batches = Pick<RecordService, 'batchUpsert' | 'batchDelete'>;

/** Writes any number of records in batches. A signal that aborts ends the call after the batch in flight. */
export function recordMany({
  batchUpsert,
  batchDelete,
}: Batches): Pick<RecordService, 'upsertMany' | 'deleteMany'> {
  return {
    upsertMany: (principal, storeId, all, { onProgress, signal } = {}) =>
      upsertMany(
        all,
        // The arguments of calls are read as JSON, but not what an iterable yields.
        (record) => asJson(record) as StoreRecordRequest,
        (records) => {
          requireWanted({ signal });
          return batchUpsert(principal, storeId, { records: [...records] });
        },
        onProgress,
      ),

    deleteMany: (principal, storeId, all, { signal } = {}) =>
      deleteMany(all, (ids) => {
        requireWanted({ signal });
        return batchDelete(principal, storeId, { ids: [...ids] });
      }),
  };
}
