import type { NewView, Storage, StoreRef } from '../storage/index.ts';
import type { CopyRun } from './copy-run.ts';
import { requireEqual, sorted } from './equal.ts';
import { oldestFirst } from './walk.ts';

/** Copies the views of a store, which has to be there. */
export async function copyViews({ from, to }: CopyRun, store: StoreRef): Promise<void> {
  for (const view of await viewsOf(from, store)) {
    if ((await to.views.get(view)) === null) await to.views.insert(view, Number.MAX_SAFE_INTEGER);
  }
}

/** Compares the views of a store. Returns their number. */
export async function compareViews(from: Storage, to: Storage, store: StoreRef): Promise<number> {
  const [views, copied] = await Promise.all([viewsOf(from, store), viewsOf(to, store)]);
  requireEqual(views.map(sorted), copied.map(sorted), `The views of store ${store.id}`);
  return views.length;
}

/** Returns the views of a store, the oldest first. */
function viewsOf(storage: Storage, store: StoreRef): Promise<NewView[]> {
  return oldestFirst(
    (page) => storage.views.list(store, { kind: null, ...page }),
    ({ seq: _, ...view }) => view,
    ({ seq }) => seq,
  );
}
