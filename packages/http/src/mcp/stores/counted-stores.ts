import type { ListStoresQuery, StoreDetail } from '@vitrine/core/contracts';
import { unlessMissing } from '../tools/missing.ts';
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
    const store = await unlessMissing(() => vitrine.stores.get(principal, id, { signal }));
    if (store !== null) stores.push(store);
  }
  return { stores, more: page.cursor !== undefined };
}
