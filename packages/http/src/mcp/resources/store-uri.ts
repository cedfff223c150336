import type { StoreDetail } from '@vitrine/core/contracts';
import { unlessMissing } from '../tools/missing.ts';
import type { ToolCall } from '../tools/tool.ts';

/** What the URI of a resource names: a store, or one of its properties, each by name; a store also by its id. */
export interface StorePlace {
  readonly store: string;
  /** Null: the store itself. */
  readonly property: string | null;
}

const STORES = 'vitrine://stores/';

/** The URI templates of stores and of properties (RFC 6570). */
export const STORE_TEMPLATE = `${STORES}{store}`;
export const PROPERTY_TEMPLATE = `${STORES}{store}/properties/{property}`;

export function storeUri(storeId: string): string {
  return `${STORES}${encodeURIComponent(storeId)}`;
}

/** Reads the URI of a resource. Null: it is none. */
export function readStoreUri(uri: string): StorePlace | null {
  const match = /^vitrine:\/\/stores\/([^/?#]+)(?:\/properties\/([^/?#]+))?$/.exec(uri);
  const store = decode(match?.[1]);
  const property = decode(match?.[2]);
  return store === null || (match?.[2] !== undefined && property === null) ? null : { store, property };
}

function decode(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}

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
