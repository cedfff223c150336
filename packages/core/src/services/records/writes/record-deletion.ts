import { parseContract } from '../../../contracts/ground/contract.ts';
import { DeleteRecordQuery, type DeleteRecordResponse } from '../../../contracts/records/records.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../../ports/access.ts';
import { showRecord } from '../../../schema/record-json.ts';
import type { StoreRow, WriteOptions } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { once, type RepeatableCall } from '../../idempotency/idempotency.ts';
import { openStore, writeUnderSchema } from '../../stores/open-store.ts';
import { readRecordKey } from '../reads/record-reads.ts';
import { requireMatch, stateCondition, stateOf } from '../service/record-match.ts';
import type { RecordService } from '../service/record-service.ts';
import { purgeHistory } from './purge-history.ts';

const DELETE_BY_KEY: RepeatableCall<string, string[], DeleteRecordResponse> = {
  name: 'records.deleteByKey',
  show: (_context, { plan, result }) => showDeletion(plan, result),
};

export function recordDeletion(context: ServiceContext): Pick<RecordService, 'delete' | 'deleteByKey'> {
  const { storage, clock } = context;

  async function deleteOne(store: StoreRow, id: string, how: WriteOptions): Promise<string[]> {
    return canBeStored(id) ? storage.records.delete(store, [id], clock(), how) : [];
  }

  /** Returns whether a deletion is also a purge. Looks at the store only if the query has members, so that 404 comes first. */
  async function readPurge(
    principal: Principal,
    storeId: string,
    query: DeleteRecordQuery,
  ): Promise<boolean> {
    if (Object.keys(query).length === 0) return false;
    await openStore(context, principal, storeId);
    if (query.purge !== undefined) requireAccountKey(principal);
    return String(parseContract(DeleteRecordQuery, query).purge) === 'true';
  }

  async function deleteAny(
    principal: Principal,
    storeId: string,
    recordId: string,
  ): Promise<DeleteRecordResponse> {
    const store = await openStore(context, principal, storeId);
    return showDeletion(recordId, await deleteOne(store, recordId, { by: principal.key }));
  }

  /** Deletes a record that has one of the entity tags. A record that is gone already has reached the wanted state. */
  async function deleteMatch(
    { key: by }: Principal,
    store: StoreRow,
    id: string,
    condition: string,
  ): Promise<DeleteRecordResponse | 'stale'> {
    const row = canBeStored(id) ? await storage.records.get(store, id, clock()) : null;
    if (row === null) return { id, status: 'already_deleted' };
    requireMatch(showRecord(store, row), condition);
    const outcome = await storage.records.deleteUnchanged(store, id, stateOf(row), clock(), { by });
    return outcome === 'deleted' ? { id, status: 'deleted' } : 'stale';
  }

  return {
    async delete(principal, storeId, recordId, options = {}, query = {}) {
      const isPurge = await readPurge(principal, storeId, query);
      const condition = stateCondition(options);
      const deleted =
        condition === null
          ? await deleteAny(principal, storeId, recordId)
          : await writeUnderSchema(context, principal, storeId, (store) =>
              deleteMatch(principal, store, recordId, condition),
            );
      if (isPurge && canBeStored(recordId)) await purgeHistory(storage, storeId, [recordId], clock());
      return deleted;
    },

    deleteByKey: (principal, storeId, key, options) =>
      once(context, DELETE_BY_KEY, { principal, inputs: [storeId, key], options }, async (write) => {
        const store = await openStore(context, principal, storeId);
        const id = readRecordKey(store, key);
        return showDeletion(id, await write(id, (how) => deleteOne(store, id, how)));
      }),
  };
}

function showDeletion(id: string, deleted: readonly string[]): DeleteRecordResponse {
  return { id, status: deleted.length === 1 ? 'deleted' : 'already_deleted' };
}
