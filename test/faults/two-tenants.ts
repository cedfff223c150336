import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';

export interface Tenant {
  readonly key: string;
  readonly storeId: string;
}

/** Creates an account with a key and a store of four strings. */
async function arrangeTenant(vitrine: Vitrine, name: string): Promise<Tenant & { principal: Principal }> {
  const { id } = await vitrine.accounts.create(name);
  const principal = accountPrincipal(id);
  const { key } = await vitrine.apiKeys.create(principal, { name });
  const properties = ['a', 'b', 'c', 'd'].map((property) => ({ name: property, type: 'string' as const }));
  const store = await vitrine.stores.create(principal, { name, properties });
  return { key, storeId: store.id, principal };
}

/**
 * Fills a storage with two accounts: one with `records` records of 260 kB each, and a neighbour with a hundred small
 * ones. Closes the storage.
 */
export async function arrangeTwoTenants(
  storage: Storage,
  records: number,
): Promise<{ heavy: Tenant; neighbour: Tenant }> {
  const vitrine = await createVitrine({ storage });
  const heavy = await arrangeTenant(vitrine, 'Heavy');
  const neighbour = await arrangeTenant(vitrine, 'Neighbour');
  const text = `${'lorem ipsum '.repeat(5_416)}`.slice(0, 64_990);
  for (let written = 0; written < records; written += 15) {
    const rows = Array.from({ length: Math.min(15, records - written) }, (_, i) => {
      const own = `${text} ${written + i}`;
      return { a: own, b: own, c: own, d: own };
    });
    await vitrine.records.batchUpsert(heavy.principal, heavy.storeId, { records: rows });
  }
  const small = Array.from({ length: 100 }, (_, i) => ({ a: `small ${i}` }));
  await vitrine.records.batchUpsert(neighbour.principal, neighbour.storeId, { records: small });
  await vitrine.close();
  return { heavy, neighbour };
}
