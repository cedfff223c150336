import type { StoreDetail } from '@vitrine/core/contracts';
import { unlessMissing } from '../tools/missing.ts';
import type { ToolCall } from '../tools/tool.ts';

/** Stores of one name that are read at most, to find out whether there are several. */
const NAMESAKES_MAX = 100;

/**
 * Finds a store by its id, or by its exact name. The newest one counts if several have the name. Null: the key reaches no
 * such store.
 */
export async function findStore(
  { vitrine, principal, signal }: ToolCall,
  idOrName: string,
): Promise<StoreDetail | null> {
  const get = (id: string) => unlessMissing(() => vitrine.stores.get(principal, id, { signal }));
  const byId = await get(idOrName);
  if (byId !== null) return byId;
  const page = await vitrine.stores.list(principal, { q: idOrName, limit: NAMESAKES_MAX }, { signal });
  const named = page.items.find(({ name }) => name === idOrName);
  return named === undefined ? null : get(named.id);
}
