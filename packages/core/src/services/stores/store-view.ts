import type { StoreDetail, StoreSummary } from '../../contracts/stores/stores.ts';
import { showDuration } from '../../ground/duration.ts';
import { EVERYTHING } from '../../query/ast.ts';
import type { DeletedStoreRow, NewStore, StoreRow } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Returns a store with the present number of its records. */
export async function showStoreNow(
  { storage, clock }: ServiceContext,
  store: StoreRow,
  options: CallOptions = {},
): Promise<StoreDetail> {
  return showStore(store, await storage.records.count(store, EVERYTHING, clock(), options));
}

export function showStore(store: NewStore, recordCount: number): StoreDetail {
  const { changes = false, history = null } = store;
  const properties = store.properties.map(
    ({ slot: _slot, since: _since, earlier: _earlier, format, becoming, ...property }) => ({
      ...property,
      ...(format === undefined ? {} : { format: { ...format } }),
      ...(becoming === undefined ? {} : { becoming: becoming.type }),
    }),
  );
  return {
    ...showStoreSummary(store),
    changes,
    history: history === null ? null : showDuration(history),
    properties,
    recordCount,
  };
}

export function showStoreSummary(store: NewStore): StoreSummary {
  return {
    id: store.id,
    name: store.name,
    description: store.description,
    status: 'ACTIVE',
    store_type: store.storeType,
    recordTtl: store.recordTtl,
    date_created: new Date(store.createdAt).toISOString(),
    date_updated: new Date(store.updatedAt).toISOString(),
  };
}

export function showDeletedStore({ store, deletedAt }: DeletedStoreRow): StoreSummary {
  return { ...showStoreSummary(store), status: 'DELETED', date_deleted: new Date(deletedAt).toISOString() };
}
