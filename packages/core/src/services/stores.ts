import { type Principal, requireAccountKey } from '../access.ts';
import { acceptedElements, acceptedMembers, formatPath, parseContract } from '../contracts/contract.ts';
import type { Page } from '../contracts/shared.ts';
import {
  CreateStoreRequest,
  type DeleteStoreResponse,
  ListStoresQuery,
  RenamePropertyRequest,
  type StoreAccessResponse,
  type StoreDetail,
  StorePropertyRequest,
  type StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '../contracts/stores.ts';
import { NotFoundError, RateLimitedError, ValidationError } from '../errors.ts';
import { clearSlotJob, purgeExpiredJob, purgeStoreJob } from '../jobs/job-kinds.ts';
import { FREED_SLOT_RESTS, FREED_SLOTS_MAX, PROPERTIES_MAX } from '../limits.ts';
import { EVERYTHING } from '../query/ast.ts';
import { fold } from '../query/fold.ts';
import {
  addProperties,
  type Checked,
  findChangeIssues,
  findPropertyIssues,
  findRenameIssues,
  removeProperty,
  renameProperty,
  updateProperty,
} from '../schema/property.ts';
import { schemaOf } from '../schema/store-schema.ts';
import type { NewJob, NewStore, PropertyRow, SchemaChange, StoreRow } from '../storage/index.ts';
import { canBeStored } from '../stored-text.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { ServiceContext } from './context.ts';
import { findOrInsertStore } from './ensured-store.ts';
import { openStore, writeUnderSchema } from './open-store.ts';
import { numberCursor, pageOf, pageStart } from './page.ts';
import { type Replays, replayOfPlan } from './replay.ts';

/**
 * Stores and their schemas (docs/rules.md#stores). Calls with a store id throw `not_found` if it is unknown, deleted,
 * foreign, or not the one of the store key. Changes throw `forbidden` for a store key, and `validation_failed` with all
 * issues. Racing schema changes apply one after the other, each validated by the schema that the one before left.
 */
export interface StoreService {
  /** Newest first. A store key sees only its store. */
  list(principal: Principal, query?: ListStoresQuery, options?: CallOptions): Promise<Page<StoreSummary>>;
  /** @throws QuotaExceededError for `stores`. */
  create(principal: Principal, request: CreateStoreRequest): Promise<StoreDetail>;
  /**
   * Returns the oldest store of that name with these properties, or creates it. Properties are equal if they have the
   * same names, types, `required` and `unique`, in any order. Descriptions and `recordTtl` apply to a new store only.
   *
   * When calls with one name race, also on several servers, one creates the store. Names are not unique, so a racing
   * `create` or `update` may still make a second store of that name.
   *
   * @throws ConflictError if the stores of that name have other properties; it names the differences to the oldest one.
   * @throws QuotaExceededError for `stores`.
   */
  ensure(principal: Principal, definition: CreateStoreRequest): Promise<StoreDetail>;
  /** @throws NotFoundError if the store of a store key is deleted. */
  access(principal: Principal): Promise<StoreAccessResponse>;
  get(principal: Principal, storeId: string, options?: CallOptions): Promise<StoreDetail>;
  /** Changes the given members only. A new `recordTtl` applies to existing records at once. */
  update(principal: Principal, storeId: string, request: UpdateStoreRequest): Promise<StoreDetail>;
  /**
   * Deletes the store for all readers at once; its records are purged in the background. A second call throws
   * `not_found`.
   */
  delete(principal: Principal, storeId: string): Promise<DeleteStoreResponse>;
  /**
   * Adds a property. A unique one can only be added while the store has no live record.
   * @throws RateLimitedError while 500 deleted properties of the store still hold slots.
   */
  addProperty(principal: Principal, storeId: string, request: StorePropertyRequest): Promise<StoreDetail>;
  /** Changes `required` and `description` only. */
  updateProperty(
    principal: Principal,
    storeId: string,
    name: string,
    request: UpdatePropertyRequest,
  ): Promise<StoreDetail>;
  /**
   * Renames a property. Its values stay and the old name is free. Cursors over the old name are refused like those over
   * a deleted property. The present name is accepted. A unique property cannot be renamed.
   */
  renameProperty(
    principal: Principal,
    storeId: string,
    name: string,
    request: RenamePropertyRequest,
  ): Promise<StoreDetail>;
  /**
   * Deletes a property. Reads no longer show its values at once. A unique property and the last one cannot be deleted.
   */
  deleteProperty(principal: Principal, storeId: string, name: string): Promise<StoreDetail>;
}

export function storeService(context: ServiceContext): StoreService {
  const { storage, writing, clock, ids, quotas, cursorSecrets: secrets } = context;

  async function showDetail(store: StoreRow, options: CallOptions = {}): Promise<StoreDetail> {
    return showStore(store, await storage.records.count(store, EVERYTHING, clock(), options));
  }

  /** Returns the row of a new store and its jobs. @throws ValidationError with all issues. */
  function planStore(
    principal: Principal,
    request: CreateStoreRequest,
  ): { readonly row: NewStore; readonly jobs: readonly NewJob[] } {
    const pathOf = (index: number, member: string) => formatPath(['properties', index, member]);
    const {
      name,
      description = null,
      recordTtl = null,
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
      storeType: principal.key === null ? 'library' : `api_key:${principal.key.id}`,
      properties: schema,
      createdAt: now,
      updatedAt: now,
    };
    const jobs = recordTtl === null ? [] : [purgeExpiredJob(ref, now)];
    return { row, jobs };
  }

  /** Applies a schema change. Plans it again if another one came first. */
  async function changeSchema(
    principal: Principal,
    storeId: string,
    plan: (store: StoreRow) => Omit<SchemaChange, 'freedSlots' | 'enqueue'> & Partial<SchemaChange>,
  ): Promise<StoreDetail> {
    const changed = await writeUnderSchema(context, principal, storeId, async (store) => {
      const change: SchemaChange = { freedSlots: store.freedSlots, enqueue: [], ...plan(store) };
      for (;;) {
        const answer = await storage.stores.changeSchema(store, store.version, change, clock());
        // Each step removed expired records. A result other than `purging` ends the loop.
        if (answer !== 'purging') return answer;
      }
    });
    if (changed === null) throw new NotFoundError('store');
    if (changed === 'not_empty') {
      const message =
        'A unique property can only be added while the store is empty: it would orphan existing record ids.';
      throw new ValidationError([{ path: 'unique', message }]);
    }
    return showDetail(changed);
  }

  return {
    async list(principal, query = {}, options = {}) {
      const { limit, cursor, q } = parseContract(ListStoresQuery, query);
      const scope = [
        principal.accountId,
        'ListStores',
        principal.kind === 'store' ? principal.storeId : null,
        q,
      ];
      const before = pageStart(secrets, scope, cursor);
      const nameContains = q === undefined || q === '' ? null : fold(q);
      if (principal.kind === 'store') {
        const own = await storage.stores.get(principal.accountId, principal.storeId);
        const isListed = own !== null && (nameContains === null || fold(own.name).includes(nameContains));
        return { items: isListed ? [showSummary(own)] : [], limit };
      }
      if (nameContains !== null && !canBeStored(nameContains)) return { items: [], limit };
      const page = { nameContains, before, limit };
      const slice = await storage.stores.list(principal.accountId, page, options);
      const items = slice.rows.map(showSummary);
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));
    },

    async create(principal, request) {
      requireAccountKey(principal);
      const { row, jobs } = planStore(principal, request);
      const created = showStore(row, 0);
      const { stores } = writing(() => created);
      await quotas.use(row.accountId, { stores: 1 }, () => stores.insert(row, jobs));
      return created;
    },

    async ensure(principal, definition) {
      requireAccountKey(principal);
      const { row, jobs } = planStore(principal, definition);
      return showDetail(await findOrInsertStore(context, row, jobs));
    },

    async access(principal) {
      const { kind: scope, accountId } = principal;
      if (principal.kind === 'account') return { scope, accountId };
      const { id: storeId } = await openStore(context, principal, principal.storeId);
      return { scope, accountId, storeId };
    },

    async get(principal, storeId, options = {}) {
      return showDetail(await openStore(context, principal, storeId), options);
    },

    async update(principal, storeId, request) {
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      const { name, description, recordTtl } = parseContract(UpdateStoreRequest, request);
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(recordTtl === undefined ? {} : { recordTtl }),
      };
      const now = clock();
      const isEmpty = Object.keys(change).length === 0;
      const jobs = recordTtl === undefined || recordTtl === null ? [] : [purgeExpiredJob(store, now)];
      const updated = isEmpty ? store : await storage.stores.update(store, change, now, jobs);
      if (updated === null) throw new NotFoundError('store');
      return showDetail(updated);
    },

    async delete(principal, storeId) {
      const store = await openStore(context, principal, storeId);
      requireAccountKey(principal);
      const now = clock();
      if (!(await storage.stores.markDeleted(store, now, [purgeStoreJob(store, now)])))
        throw new NotFoundError('store');
      return { id: store.id, status: 'DELETED' };
    },

    addProperty: (principal, storeId, request) =>
      changeSchema(principal, storeId, (store) => {
        requireAccountKey(principal);
        const pathOf = (_: number, member: string) => member;
        const input = parseContract(StorePropertyRequest, request, (refused) =>
          findPropertyIssues(store.properties, [acceptedMembers(StorePropertyRequest, refused)], pathOf),
        );
        if (store.freedSlots.length >= FREED_SLOTS_MAX) throw new RateLimitedError(FREED_SLOT_RESTS / 1_000);
        const properties = requireValid(addProperties(store.properties, [input], store.freedSlots, pathOf));
        return { properties, requireEmpty: input.unique === true };
      }),

    updateProperty: (principal, storeId, name, request) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        requireAccountKey(principal);
        const change = parseContract(UpdatePropertyRequest, request, (input) =>
          findChangeIssues(property, acceptedMembers(UpdatePropertyRequest, input)),
        );
        const changed = requireValid(updateProperty(property, change));
        const properties = store.properties.map((other) => (other === property ? changed : other));
        return { properties, requireEmpty: false };
      }),

    renameProperty: (principal, storeId, name, request) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        requireAccountKey(principal);
        const { name: newName } = parseContract(RenamePropertyRequest, request, (input) =>
          findRenameIssues(store.properties, property, acceptedMembers(RenamePropertyRequest, input).name),
        );
        const properties = requireValid(renameProperty(store.properties, property, newName));
        return { properties, requireEmpty: false };
      }),

    deleteProperty: (principal, storeId, name) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        requireAccountKey(principal);
        const properties = requireValid(removeProperty(store.properties, property));
        return {
          properties,
          requireEmpty: false,
          freedSlots: [...store.freedSlots, property.slot],
          enqueue: [clearSlotJob(store, property.slot, clock())],
        };
      }),
  };
}

export const storeReplays: Replays<StoreService> = { create: replayOfPlan(1) };

function showStore(store: NewStore, recordCount: number): StoreDetail {
  const properties = store.properties.map(({ slot: _slot, ...property }) => property);
  return { ...showSummary(store), properties, recordCount };
}

function showSummary(store: NewStore): StoreSummary {
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

function requireProperty(store: StoreRow, name: string): PropertyRow {
  const property = schemaOf(store).propertiesByName.get(name);
  if (property === undefined) throw new NotFoundError('property');
  return property;
}

function requireValid<Value>(checked: Checked<Value>): Value {
  if (!checked.ok) throw new ValidationError(checked.issues);
  return checked.value;
}
