import { acceptedElements, formatPath, parseContract } from '../../contracts/ground/contract.ts';
import {
  CreateStoreRequest,
  ListStoresQuery,
  type StoreDetail,
  StorePropertyRequest,
  UpdateStoreRequest,
} from '../../contracts/stores/stores.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { PROPERTIES_MAX } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { purgeExpiredJob, purgeStoreJob } from '../../jobs/job-kinds.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { fold } from '../../query/fold.ts';
import { requireValid } from '../../schema/checked.ts';
import { addProperties, findPropertyIssues } from '../../schema/property.ts';
import type { NewJob, NewStore } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { deletedStores } from './deleted-stores.ts';
import { findOrInsertStore, requireMigration } from './ensured-store.ts';
import { openStore } from './open-store.ts';
import { propertyCalls } from './store-properties.ts';
import type { StoreService } from './store-service.ts';
import { showStore, showStoreNow, showStoreSummary } from './store-view.ts';
import { typeChangeCalls } from './type-change.ts';

const CREATE: RepeatableCall<StoreDetail, unknown, StoreDetail> = {
  name: 'stores.create',
  show: (_context, { plan }) => plan,
};

export function storeService(context: ServiceContext): StoreService {
  const { storage, clock, quotas, cursorSecrets: secrets, follower } = context;
  const deleted = deletedStores(context);

  const service: StoreService = {
    async list(principal, query = {}, options = {}) {
      const { limit, cursor, q, status } = parseContract(ListStoresQuery, query);
      if (status === 'DELETED') return deleted.list(principal, { limit, cursor, q }, options);
      const scope = [
        principal.accountId,
        'ListStores',
        principal.kind === 'store' ? principal.storeId : null,
        q,
      ];
      const before = pageStart(secrets, scope, cursor);
      const nameContains = q === undefined ? null : fold(q);
      if (principal.kind === 'store') {
        const own = await storage.stores.get(principal.accountId, principal.storeId);
        const isListed = own !== null && (nameContains === null || fold(own.name).includes(nameContains));
        return { items: isListed ? [showStoreSummary(own)] : [], limit };
      }
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const page = { nameContains, before, limit };
      const slice = await storage.stores.list(principal.accountId, page, options);
      const items = slice.rows.map(showStoreSummary);
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));
    },

    create: (principal, request, options) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const { row, jobs } = planStore(context, principal, request);
        const created = showStore(row, 0);
        await follower?.logNewStores(row.accountId);
        const store = await quotas.use(row.accountId, { stores: 1 }, () =>
          write(created, (how) => storage.stores.insert(row, jobs, how)),
        );
        await follower?.add(store);
        return created;
      }),

    async ensure(principal, definition, { migrate } = {}) {
      requireAccountKey(principal);
      requireMigration(migrate);
      const { row, jobs } = planStore(context, principal, definition);
      await follower?.logNewStores(row.accountId);
      const store = await findOrInsertStore(context, row, jobs, { by: principal.key, migrate });
      if (store.id === row.id) await follower?.add(store);
      return showStoreNow(context, store);
    },

    async access(principal) {
      const { kind: scope, accountId } = principal;
      if (principal.kind === 'account') return { scope, accountId };
      const { id: storeId } = await openStore(context, principal, principal.storeId);
      return { scope, accountId, storeId };
    },

    async get(principal, storeId, options = {}) {
      return showStoreNow(context, await openStore(context, principal, storeId), options);
    },

    async update(principal, storeId, request) {
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      const { name, description, recordTtl, changes, history } = parseContract(UpdateStoreRequest, request);
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(recordTtl === undefined ? {} : { recordTtl }),
        ...(changes === undefined ? {} : { changes }),
        ...(history === undefined ? {} : { history }),
      };
      const now = clock();
      const isEmpty = Object.keys(change).length === 0;
      const jobs = recordTtl === undefined || recordTtl === null ? [] : [purgeExpiredJob(store, now)];
      const by = principal.key;
      const updated = isEmpty ? store : await storage.stores.update(store, change, now, jobs, { by });
      if (updated === null) throw new NotFoundError('store');
      return showStoreNow(context, updated);
    },

    async delete(principal, storeId) {
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      const now = clock();
      const jobs = [purgeStoreJob(store, now)];
      if (!(await storage.stores.markDeleted(store, now, jobs, { by: principal.key })))
        throw new NotFoundError('store');
      return { id: store.id, status: 'DELETED' };
    },

    restore: deleted.restore,

    ...propertyCalls(context),
    ...typeChangeCalls(context),
  };
  return guardWrites(service, {
    list: 'reads',
    create: 'writes',
    ensure: 'writes',
    access: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    restore: 'writes',
    addProperty: 'writes',
    updateProperty: 'writes',
    renameProperty: 'writes',
    changePropertyType: 'writes',
    deleteProperty: 'writes',
  });
}

/** Returns the row of a new store and its jobs. @throws ValidationError with all issues. */
function planStore(
  { clock, ids }: ServiceContext,
  principal: Principal,
  request: CreateStoreRequest,
): { readonly row: NewStore; readonly jobs: readonly NewJob[] } {
  const pathOf = (index: number, member: string) => formatPath(['properties', index, member]);
  const {
    name,
    description = null,
    recordTtl = null,
    changes = false,
    history = null,
    properties,
  } = parseContract(CreateStoreRequest, request, (input) => {
    const readable = acceptedElements(StorePropertyRequest, input, 'properties', PROPERTIES_MAX);
    return findPropertyIssues([], readable, pathOf);
  });
  const schema = requireValid(addProperties([], properties, [], pathOf));
  const now = clock();
  const ref = { id: ids.storeId(), accountId: principal.accountId };
  const row = {
    ...ref,
    name,
    description,
    recordTtl,
    changes,
    history,
    storeType: principal.key === null ? 'library' : `api_key:${principal.key.id}`,
    properties: schema,
    createdAt: now,
    updatedAt: now,
  };
  const jobs = recordTtl === null ? [] : [purgeExpiredJob(ref, now)];
  return { row, jobs };
}
