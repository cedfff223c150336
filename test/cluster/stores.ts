import type { NewStore, PropertyRow } from '@vitrine/core/storage';

export const ACCOUNT = 'account';

/** Returns a store of `ACCOUNT`. */
export function storeNamed(id: string, properties: readonly PropertyRow[] = []): NewStore {
  return {
    id,
    accountId: ACCOUNT,
    name: id,
    description: null,
    recordTtl: null,
    storeType: 'x',
    properties,
    createdAt: 1,
    updatedAt: 1,
  };
}
