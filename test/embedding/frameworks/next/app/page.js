import { accountPrincipal } from '@vitrine/core';
import { openVitrine } from '../vitrine.js';

export const dynamic = 'force-dynamic';

/** Lists the stores that were made through the route. */
export default async function Page() {
  const vitrine = await openVitrine();
  const [{ id }] = await vitrine.accounts.list();
  const { items } = await vitrine.stores.list(accountPrincipal(id));
  return <p>{items.map(({ name }) => name).join(', ')}</p>;
}
