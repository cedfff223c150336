import { accountPrincipal } from '@vitrine/core';
import { openVitrine } from '../vitrine.js';

export const dynamic = 'force-dynamic';

/** Reads the records that were written through the route. */
export default async function Page() {
  const vitrine = await openVitrine();
  const [{ id }] = await vitrine.accounts.list();
  const { items } = await vitrine.stores.list(accountPrincipal(id));
  return <p>{items.map(({ name, recordCount }) => `${name}: ${recordCount}`).join(', ')}</p>;
}
