import {
  CreateViewRequest,
  CursorPageOfViewResponse,
  ListViewsQuery,
  UpdateViewRequest,
  ViewResponse,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Extensions';
const both = ['account', 'store'] as const;
/** A store key may see its own store, so that core must decide 404 before 403 (docs/rules.md#order-of-checks). */
const accountOnly = { keys: ['account'], refusal: 'service' } as const;
const storeId = 'The id of the store.';
const params = { storeId, viewId: 'The id of the view.' };
const noStore = { description: 'No such store.' };
const noView = { description: 'No such store or view.' };

/** Saved views of the records of stores (docs/rules.md#views). */
export const viewRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'CreateView',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores/:storeId/views',
    ...accountOnly,
    tag,
    summary: 'Save a view',
    description:
      'A view is a name for a query of records and for how a program shows them. `query` is that of a query of records, and ' +
      'checked as there; `display` is the program’s. A store has at most 200 views.',
    params: { storeId },
    body: CreateViewRequest,
    requiresBody: true,
    responses: {
      201: {
        description: 'The new view.',
        schema: ViewResponse,
        headers: { Location: 'The path of the view.' },
      },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body, once }) => {
      const store = param('storeId');
      const view = await vitrine.views.create(principal, store, await body(), once);
      return json(view, 201, { Location: `/v2/stores/${encodeURIComponent(store)}/views/${view.id}` });
    },
  }),
  route({
    operation: 'ListViews',
    method: 'GET',
    path: '/v2/stores/:storeId/views',
    keys: both,
    tag,
    summary: 'List the views of a store, newest first',
    params: { storeId },
    query: ListViewsQuery,
    responses: { 200: { description: 'A page of views.', schema: CursorPageOfViewResponse }, 404: noStore },
    handle: async ({ vitrine, principal, param, query }) =>
      json(await vitrine.views.list(principal, param('storeId'), query())),
  }),
  route({
    operation: 'GetView',
    method: 'GET',
    path: '/v2/stores/:storeId/views/:viewId',
    keys: both,
    tag,
    summary: 'Read a view',
    params,
    responses: { 200: { description: 'The view.', schema: ViewResponse }, 404: noView },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.views.get(principal, param('storeId'), param('viewId'))),
  }),
  route({
    operation: 'UpdateView',
    method: 'PATCH',
    path: '/v2/stores/:storeId/views/:viewId',
    ...accountOnly,
    tag,
    summary: 'Change a view',
    description: 'Changes only the given members, each as a whole.',
    params,
    body: UpdateViewRequest,
    requiresBody: true,
    responses: { 200: { description: 'The view after the change.', schema: ViewResponse }, 404: noView },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.views.update(principal, param('storeId'), param('viewId'), await body())),
  }),
  route({
    operation: 'DeleteView',
    method: 'DELETE',
    path: '/v2/stores/:storeId/views/:viewId',
    ...accountOnly,
    tag,
    summary: 'Delete a view',
    params,
    responses: { 204: { description: 'Deleted.' }, 404: noView },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.views.delete(principal, param('storeId'), param('viewId'));
      return noContent();
    },
  }),
];
