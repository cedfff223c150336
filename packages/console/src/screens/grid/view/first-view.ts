import type { AnyRow, Client, Page, StoreDetail } from '@vitrine/client';
import { orderOf } from '../../../records/views/order.ts';
import { loadNamedView, openView } from '../../../records/views/shown-view.ts';
import { openStore } from '../../../requests/open-store.ts';
import { query } from '../../../router/location.ts';
import { viewOfAddress } from './grid-address.ts';
import { matchingOf, type View } from './view.ts';

/** The records of the first request: a screen of them, and some below. */
export const FIRST_PAGE = 100;
/** After this many milliseconds a response that was requested early is not used any more: it may be old. */
const EARLY_MS = 5_000;

/** What the first view of a grid needs from the server. The store and the page are taken once. */
interface FirstView {
  readonly client: Client;
  readonly storeId: string;
  readonly view: string;
  readonly requestedAt: number;
  /** Where the changes of the store were when its records were requested; undefined if the request failed. */
  readonly position: Promise<string | undefined>;
  detail: Promise<StoreDetail> | null;
  page: Promise<Page<AnyRow> | null> | null;
}

let latest: FirstView | null = null;

/**
 * Requests a store, the position of its changes and the first page of the view in the address at the same time, before the
 * code of the grid is there. The page of a view after a jump is left out, because its filter needs the type of the column,
 * and so is that of a saved view, which is loaded first.
 */
export function requestFirstView(client: Client, storeId: string): Promise<StoreDetail> {
  const store = openStore(client, storeId);
  const named = loadNamedView(client, storeId, 'records');
  const isNamed = query.peek().has('view') && openView.peek() === null;
  const view = viewOfAddress();
  const { filters, from } = view;
  // No row waits for the answer. Between the two reads of the server is a moment whose changes are missed.
  const position = client.stores.listChanges({ name: storeId, id: storeId }).then(
    ({ cursor }) => cursor,
    () => undefined,
  );
  const request = {
    limit: FIRST_PAGE,
    ...matchingOf(view, filters),
    ...orderOf(view),
  };
  const detail = Promise.all([store.detail(), named]).then(([found]) => found);
  // The grid that takes it shows the error. Without a grid, nobody waits for it.
  detail.catch(() => {});
  latest = {
    client,
    storeId,
    view: JSON.stringify(view),
    requestedAt: performance.now(),
    position,
    detail,
    page: from === null && !isNamed ? Promise.resolve(store.query(request)).catch(() => null) : null,
  };
  return detail;
}

/** Returns the store, for which a request may be under way already. */
export function takeDetail(client: Client, storeId: string): Promise<StoreDetail> {
  const isEarly = latest?.client === client && latest.storeId === storeId && isFresh(latest);
  const detail = (isEarly && latest?.detail) || requestFirstView(client, storeId);
  if (latest !== null) latest.detail = null;
  return detail;
}

/** Returns the position of the changes of a store when its records were requested; undefined if it is not known. */
export function positionBefore(client: Client, storeId: string): Promise<string | undefined> | undefined {
  return latest?.client === client && latest.storeId === storeId ? latest.position : undefined;
}

/** Returns the first page of a view if it was requested early; null if it was not, or failed. */
export async function takeFirstPage(storeId: string, view: View): Promise<Page<AnyRow> | null> {
  if (latest?.storeId !== storeId || latest.view !== JSON.stringify(view) || !isFresh(latest)) return null;
  const { page } = latest;
  latest.page = null;
  return page;
}

function isFresh({ requestedAt }: FirstView): boolean {
  return performance.now() - requestedAt < EARLY_MS;
}
