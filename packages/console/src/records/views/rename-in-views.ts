import type { Client, StoreName } from '@vitrine/client';
import { renamedView } from './renamed-view.ts';
import { keepViews } from './shown-view.ts';

/** Gives a property its new name in all saved views of its store, whose names only the console knows. */
export async function renameInViews(
  client: Client,
  store: StoreName,
  from: string,
  to: string,
): Promise<void> {
  for (const view of await client.stores.views.list(store, { limit: 100 }).all()) {
    const renamed = renamedView(view, from, to);
    if (renamed !== null) keepViews([await client.stores.views.update(store, view.id, renamed)]);
  }
}
