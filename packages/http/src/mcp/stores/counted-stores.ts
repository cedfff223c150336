import { NotFoundError } from '@vitrine/core';
import type { ListStoresQuery, StoreDetail } from '@vitrine/core/contracts';
import type { ToolCall } from '../tools/tool.ts';

/** Returns the first page of stores with their properties and record counts, and whether more exist. */
export async function countedStores(
  { vitrine, principal, signal }: ToolCall,
  query: ListStoresQuery,
): Promise<{ readonly stores: readonly StoreDetail[]; readonly more: boolean }> {
  const page = await vitrine.stores.list(principal, query, { signal });
  const stores: StoreDetail[] = [];
  // Sequential: each read counts the store's records, and other callers wait for the same threads.
  for (const { id } of page.items) {
    try {
      stores.push(await vitrine.stores.get(principal, id, { signal }));
    } catch (error) {
      // The store was deleted after the list was read.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return { stores, more: page.cursor !== undefined };
}
