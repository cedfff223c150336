import type { ChangePropertyTypeRequest, PropertyTypeChange } from '../../contracts/stores/property-type.ts';
import type {
  CreateStoreRequest,
  DeleteStoreResponse,
  ListStoresQuery,
  RenamePropertyRequest,
  StoreAccessResponse,
  StoreDetail,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '../../contracts/stores/stores.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Principal } from '../../ports/access.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';

export interface EnsureOptions {
  /** add: properties that the store lacks are added to it. Default: they are a conflict. */
  readonly migrate?: 'add' | undefined;
}

/**
 * Stores and their schemas (docs/rules.md#stores). Calls with a store id throw `not_found` if it is unknown, deleted,
 * foreign, or not the one of the store key. Changes throw `forbidden` for a store key, and `validation_failed` with all
 * issues. Racing schema changes apply one after the other, each validated by the schema that the one before left.
 */
export interface StoreService {
  /** Newest first. A store key sees only its store, and no deleted one. */
  list(principal: Principal, query?: ListStoresQuery, options?: CallOptions): Promise<Page<StoreSummary>>;
  /** @throws QuotaExceededError for `stores`. */
  create(principal: Principal, request: CreateStoreRequest, options?: OnceOptions): Promise<StoreDetail>;
  /**
   * Returns the oldest store of that name with these properties, or creates it. Properties are equal if they have the
   * same names, types, `required` and `unique`, in any order. Descriptions and `recordTtl` apply to a new store only.
   *
   * When calls with one name race, also on several servers, one creates the store. Names are not unique, so a racing
   * `create` or `update` may still make a second store of that name.
   *
   * With `migrate: 'add'`, the oldest store of that name that lacks properties of the definition and is otherwise equal gets
   * them, all in one step. A unique one can only be added while the store has no live record.
   *
   * @throws ConflictError if the stores of that name have other properties; it names the differences to the oldest one.
   * @throws QuotaExceededError for `stores`.
   */
  ensure(principal: Principal, definition: CreateStoreRequest, options?: EnsureOptions): Promise<StoreDetail>;
  /** @throws NotFoundError if the store of a store key is deleted. */
  access(principal: Principal): Promise<StoreAccessResponse>;
  get(principal: Principal, storeId: string, options?: CallOptions): Promise<StoreDetail>;
  /** Changes the given members only. A new `recordTtl` applies to existing records at once. */
  update(principal: Principal, storeId: string, request: UpdateStoreRequest): Promise<StoreDetail>;
  /**
   * Deletes the store for all readers at once. It can be restored for seven days; then its records are purged in the
   * background. A second call throws `not_found`.
   */
  delete(principal: Principal, storeId: string): Promise<DeleteStoreResponse>;
  /**
   * Makes a deleted store live again, with its records, under its id and its keys. A live store is returned as it is.
   * Throws `not_found` seven days after the deletion.
   * @throws QuotaExceededError for `stores` and `records`.
   */
  restore(principal: Principal, storeId: string, options?: CallOptions): Promise<StoreDetail>;
  /**
   * Adds a property. A unique one can only be added while the store has no live record.
   * @throws RateLimitedError while 500 deleted properties of the store still hold slots.
   */
  addProperty(principal: Principal, storeId: string, request: StorePropertyRequest): Promise<StoreDetail>;
  /** Changes `required`, `description` and `format` only. */
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
   * Changes the type of a property: a job converts the stored values, and each write of the property meanwhile has to fit both
   * types. Readers see the old type and values until all are converted, then the new ones (docs/schema-changes.md). With
   * `dryRun` nothing is changed. The present type gives up a change that is under way.
   *
   * @throws ValidationError for a unique property; at `type` if values do not fit and are not to be `unset`; at `decimal` or
   * `dates` if the values don't decide how texts are read.
   * @throws RateLimitedError while 500 slots of the store wait to be cleared.
   */
  changePropertyType(
    principal: Principal,
    storeId: string,
    name: string,
    request: ChangePropertyTypeRequest,
  ): Promise<PropertyTypeChange>;
  /**
   * Deletes a property. Reads no longer show its values at once. A unique property and the last one cannot be deleted.
   */
  deleteProperty(principal: Principal, storeId: string, name: string): Promise<StoreDetail>;
}
