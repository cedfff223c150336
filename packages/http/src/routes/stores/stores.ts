import {
  ChangePropertyTypeRequest,
  CreateStoreRequest,
  CursorPageOfStoreSummary,
  DeleteStoreResponse,
  ListStoresQuery,
  PropertyTypeChange,
  RenamePropertyRequest,
  StoreAccessResponse,
  StoreDetail,
  StorePropertyRequest,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

const tag = 'Stores';
const both = ['account', 'store'] as const;
/** A store key may see its own store, so that core must decide 404 before 403 (docs/rules.md#order-of-checks). */
const accountOnly = { keys: ['account'], refusal: 'service' } as const;
const storeId = 'The id of the store.';
const propertyName = 'The name of the property, percent-encoded.';
const noStore = { description: 'No such store.' };
const noProperty = { description: 'No such store or property.' };
const changed = { description: 'The store after the change.', schema: StoreDetail };

export const storeRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListStores',
    method: 'GET',
    path: '/v2/stores',
    keys: both,
    tag,
    summary: 'List stores, newest first',
    description:
      'A store key sees only its own store. `status=DELETED` lists the stores that can be restored.',
    query: ListStoresQuery,
    responses: { 200: { description: 'A page of stores.', schema: CursorPageOfStoreSummary } },
    handle: async ({ vitrine, principal, query, signal }) =>
      json(await vitrine.stores.list(principal, query(), { signal })),
  }),
  route({
    operation: 'CreateStore',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores',
    keys: ['account'],
    tag,
    summary: 'Create a store',
    body: CreateStoreRequest,
    responses: {
      201: {
        description: 'The new store.',
        schema: StoreDetail,
        headers: { Location: 'The path of the store.' },
      },
    },
    handle: async ({ vitrine, principal, body, once }) => {
      const store = await vitrine.stores.create(principal, await body(), once);
      return json(store, 201, { Location: `/v2/stores/${encodeURIComponent(store.id)}` });
    },
  }),
  route({
    operation: 'GetStoreAccess',
    method: 'GET',
    path: '/v2/stores/access',
    keys: both,
    tag,
    summary: 'Show which stores the key can access',
    responses: {
      200: { description: 'The scope of the key.', schema: StoreAccessResponse },
      404: { description: 'The store of the key is deleted.' },
    },
    handle: async ({ vitrine, principal }) => json(await vitrine.stores.access(principal)),
  }),
  route({
    operation: 'GetStore',
    method: 'GET',
    path: '/v2/stores/:storeId',
    keys: both,
    tag,
    summary: 'Read a store, its properties and its live record count',
    params: { storeId },
    responses: { 200: { description: 'The store.', schema: StoreDetail }, 404: noStore },
    handle: async ({ vitrine, principal, param, signal }) =>
      json(await vitrine.stores.get(principal, param('storeId'), { signal })),
  }),
  route({
    operation: 'UpdateStore',
    method: 'PATCH',
    path: '/v2/stores/:storeId',
    ...accountOnly,
    tag,
    summary: 'Change name, description or record lifetime',
    description: 'Changes only the given members. A new `recordTtl` applies to existing records at once.',
    params: { storeId },
    body: UpdateStoreRequest,
    responses: { 200: changed, 404: noStore },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.stores.update(principal, param('storeId'), await body())),
  }),
  route({
    operation: 'DeleteStore',
    audit: 'store.deleted',
    method: 'DELETE',
    path: '/v2/stores/:storeId',
    ...accountOnly,
    tag,
    summary: 'Delete a store',
    description:
      'The store is invisible at once. It can be restored for seven days; then its records are removed in the background.',
    params: { storeId },
    responses: { 200: { description: 'Deleted.', schema: DeleteStoreResponse }, 404: noStore },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.stores.delete(principal, param('storeId'))),
  }),
  route({
    operation: 'RestoreStore',
    audit: 'store.restored',
    method: 'POST',
    path: '/v2/stores/:storeId/restore',
    ...accountOnly,
    tag: 'Extensions',
    summary: 'Restore a deleted store',
    description:
      'The store is as it was, with its records and its keys, up to seven days after its deletion. Idempotent: a store that ' +
      'is not deleted is returned as it is.',
    params: { storeId },
    responses: { 200: { description: 'The restored store.', schema: StoreDetail }, 404: noStore },
    handle: async ({ vitrine, principal, param, signal }) =>
      json(await vitrine.stores.restore(principal, param('storeId'), { signal })),
  }),
  route({
    operation: 'AddStoreProperty',
    method: 'POST',
    path: '/v2/stores/:storeId/properties',
    ...accountOnly,
    tag,
    summary: 'Add a property',
    description: 'A unique property can be added only while the store is empty.',
    params: { storeId },
    body: StorePropertyRequest,
    responses: { 200: changed, 404: noStore },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.stores.addProperty(principal, param('storeId'), await body())),
  }),
  route({
    operation: 'UpdateStoreProperty',
    method: 'PATCH',
    path: '/v2/stores/:storeId/properties/:propertyName',
    ...accountOnly,
    tag,
    summary: 'Change whether a property is required, or its description',
    description: '`name`, `type` and `unique` cannot be changed, but are accepted if they are equal.',
    params: { storeId, propertyName },
    body: UpdatePropertyRequest,
    responses: { 200: changed, 404: noProperty },
    handle: async ({ vitrine, principal, param, body }) =>
      json(
        await vitrine.stores.updateProperty(principal, param('storeId'), param('propertyName'), await body()),
      ),
  }),
  route({
    operation: 'RenameStoreProperty',
    method: 'POST',
    path: '/v2/stores/:storeId/properties/:propertyName/rename',
    ...accountOnly,
    tag: 'Extensions',
    summary: 'Rename a property',
    description: 'The values stay. A unique property cannot be renamed.',
    params: { storeId, propertyName },
    body: RenamePropertyRequest,
    requiresBody: true,
    responses: { 200: changed, 404: noProperty },
    handle: async ({ vitrine, principal, param, body }) =>
      json(
        await vitrine.stores.renameProperty(principal, param('storeId'), param('propertyName'), await body()),
      ),
  }),
  route({
    operation: 'ChangeStorePropertyType',
    method: 'POST',
    path: '/v2/stores/:storeId/properties/:propertyName/change-type',
    ...accountOnly,
    tag: 'Extensions',
    summary: 'Change the type of a property',
    description:
      'A job converts the stored values; until all are converted, readers see the old type, and writes have to fit both. ' +
      '`dryRun` says in numbers what would be converted and what would not. A unique property keeps its type.',
    params: { storeId, propertyName },
    body: ChangePropertyTypeRequest,
    requiresBody: true,
    responses: {
      200: { description: 'What the change does.', schema: PropertyTypeChange },
      404: noProperty,
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(
        await vitrine.stores.changePropertyType(
          principal,
          param('storeId'),
          param('propertyName'),
          await body(),
        ),
      ),
  }),
  route({
    operation: 'DeleteStoreProperty',
    method: 'DELETE',
    path: '/v2/stores/:storeId/properties/:propertyName',
    ...accountOnly,
    tag,
    summary: 'Delete a property and its values',
    params: { storeId, propertyName },
    responses: {
      200: changed,
      400: { description: 'The property is unique, or the last one.' },
      404: noProperty,
    },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.stores.deleteProperty(principal, param('storeId'), param('propertyName'))),
  }),
];
