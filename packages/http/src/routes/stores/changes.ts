import { ChangePage, ListChangesQuery, QueryChangesRequest } from '@vitrine/core/contracts';
import { type KeyedCall, type KeyedRoute, route } from '../../call/route.ts';
import { changePage } from '../../response/change-json.ts';
import { eventStream } from '../../response/event-stream.ts';

const tag = 'Extensions';
const keys = ['account', 'store'] as const;
const params = { storeId: 'The id of the store.' };
const expired = {
  description: '`cursor_expired`: the changes after the cursor are no longer kept. Read the store again.',
};
const noStore = { description: 'No such store.' };

/** The changes of a store: to poll, to wait for, and as an event stream. */
export const changeRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListChanges',
    method: 'GET',
    path: '/v2/stores/:storeId/changes',
    keys,
    tag,
    summary: 'Read or follow the changes of a store',
    description:
      'Returns what has changed after `since`, oldest first, and with `wait` as soon as something does. Without `since` it ' +
      'returns the cursor of now, and from then on changes are logged. With `Accept: text/event-stream` it sends each ' +
      'change as an event: `id` is its position, `event` its type, and `data` its JSON. The stream begins after ' +
      '`Last-Event-ID`, which goes before `since`, and ends after ten minutes or with the store.',
    params,
    query: ListChangesQuery,
    requestHeaders: {
      Accept: '`text/event-stream` for a stream.',
      'Last-Event-ID': 'For a stream: the position of the last event that was received.',
    },
    responses: {
      200: {
        description: 'The changes, or a stream of them.',
        schema: ChangePage,
        contentTypes: ['application/json', 'text/event-stream'],
      },
      404: noStore,
      410: expired,
    },
    handle: async (call) => {
      const { vitrine, principal, param, query, header } = call;
      if (!prefersEvents(header('accept') ?? '')) {
        const found = await vitrine.changes.list(principal, param('storeId'), query(), waitOptions(call));
        return changePage(found);
      }
      const since = header('last-event-id') || undefined;
      const feed = await vitrine.changes.open(principal, param('storeId'), query(), { since });
      const { streamLimits: limits, draining, requireKey } = call;
      return eventStream(feed, { limits, draining, requireKey, place: call.openStream() });
    },
  }),
  route({
    operation: 'QueryChanges',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/changes/query',
    keys,
    tag,
    summary: 'Read the changes of records that match filters',
    description:
      'Like reading the changes of a store, with filters: of created and updated records only those that match now. ' +
      'Deletions and changes of the store itself always come.',
    params,
    body: QueryChangesRequest,
    responses: { 200: { description: 'The changes.', schema: ChangePage }, 404: noStore, 410: expired },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      return changePage(
        await vitrine.changes.query(principal, param('storeId'), await body(), waitOptions(call)),
      );
    },
  }),
];

/** Returns the options of a call that may wait: outside of its deadline, and only as long as the key is valid. */
function waitOptions({ signal, draining, waitFor, requireKey }: KeyedCall) {
  return {
    signal,
    until: draining,
    async waitWith<Result>(wait: () => Promise<Result>): Promise<Result> {
      const result = await waitFor(wait);
      await requireKey();
      return result;
    },
  };
}

/** Returns whether a client names event streams, and before JSON. */
function prefersEvents(accept: string): boolean {
  const types = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return (
    types.find((type) => type === 'text/event-stream' || type === 'application/json') === 'text/event-stream'
  );
}
