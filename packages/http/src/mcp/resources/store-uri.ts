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
