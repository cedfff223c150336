import type { StoreDetail } from '@vitrine/client';
import { type Load, useLoad } from '../components/pages/use-load.tsx';
import { openStore } from '../requests/open-store.ts';
import { useSession } from '../session/session.ts';

/** Loads a store with its properties when the screen appears, and whenever another store is shown. */
export function useStoreDetail(storeId: string): Load<StoreDetail> {
  const { client } = useSession();
  const load = useLoad((signal) => openStore(client, storeId).detail({ signal }), [client, storeId]);
  // The data of a former store stays until the other one is loaded, or can't be.
  return load.data === null || load.data.id === storeId ? load : { ...load, data: null };
}
