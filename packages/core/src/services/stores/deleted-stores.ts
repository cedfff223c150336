import type { StoreDetail, StoreSummary } from '../../contracts/stores/stores.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { DELETED_STORES_KEPT, jobsOfStore } from '../../jobs/job-kinds.ts';
import { maySeeStore, type Principal, requireAccountKey } from '../../ports/access.ts';
import { EVERYTHING } from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { openStore } from './open-store.ts';
import { showDeletedStore, showStore, showStoreNow } from './store-view.ts';

interface DeletedStoresPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
}

/** The deleted stores that can be restored. */
export interface DeletedStores {
  /** Newest first, by their creation. @throws ForbiddenError for a store key. */
  list(principal: Principal, page: DeletedStoresPage, options: CallOptions): Promise<Page<StoreSummary>>;
  restore(principal: Principal, storeId: string, options?: CallOptions): Promise<StoreDetail>;
}

export function deletedStores(context: ServiceContext): DeletedStores {
  const { storage, clock, quotas, cursorSecrets: secrets } = context;

  /** Returns null if another call has restored the store, or if it was deleted too long ago. */
  async function restoreStore(
    { key: by }: Principal,
    store: StoreRow,
    options: CallOptions,
  ): Promise<StoreDetail | null> {
    const now = clock();
    const records = await storage.records.count(store, EVERYTHING, now, options);
    const jobs = jobsOfStore({ ...store, deletedAt: null }, now);
    const restored = await quotas.use(store.accountId, { stores: 1, records }, () =>
      storage.stores.restore(store, now - DELETED_STORES_KEPT, now, jobs, { by }),
    );
    return restored === null ? null : showStore(restored, records);
  }

  return {
    async list(principal, { limit, cursor, q }, options) {
      requireAccountKey(principal);
      const scope = [principal.accountId, 'ListDeletedStores', q];
      const before = pageStart(secrets, scope, cursor);
      const nameContains = q === undefined ? null : fold(q);
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const query = { nameContains, deletedAfter: clock() - DELETED_STORES_KEPT, before, limit };
      const slice = await storage.stores.listDeleted(principal.accountId, query, options);
      const items = slice.rows.map(showDeletedStore);
      return pageOf(items, limit, slice, ({ store }) => numberCursor(secrets, scope, store.seq));
    },

    async restore(principal, storeId, options = {}) {
      const deleted = maySeeStore(principal, storeId) ? await storage.stores.getDeleted(storeId) : null;
      if (deleted?.store.accountId === principal.accountId) {
        requireAccountKey(principal);
        const restored = await restoreStore(principal, deleted.store, options);
        if (restored !== null) return restored;
      }
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      return showStoreNow(context, store, options);
    },
  };
}
