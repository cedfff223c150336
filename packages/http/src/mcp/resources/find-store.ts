import { NotFoundError } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import type { ToolCall } from '../tools/tool.ts';

/** Stores of one name that are read at most, to find out whether there are several. */
const NAMESAKES_MAX = 100;

/**
 * Finds a store by its id, or by its exact name. The newest one counts if several have the name. Null: the key reaches no
 * such store.
 */
export async function findStore(call: ToolCall, idOrName: string): Promise<StoreDetail | null> {
  const { vitrine, principal, signal } = call;
  const byId = await getStore(call, idOrName);
  if (byId !== null) return byId;
  const page = await vitrine.stores.list(principal, { q: idOrName, limit: NAMESAKES_MAX }, { signal });
  const named = page.items.find(({ name }) => name === idOrName);
  return named === undefined ? null : getStore(call, named.id);
}

async function getStore(
  { vitrine, principal, signal }: ToolCall,
  storeId: string,
): Promise<StoreDetail | null> {
  try {
    return await vitrine.stores.get(principal, storeId, { signal });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
