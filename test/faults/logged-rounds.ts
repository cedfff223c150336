import type { Storage, StoreRow } from '@vitrine/core/storage';

const by = { id: 'writer', name: 'Writer' };

const given = (id: string, n: number) => ({ id, complete: true, slots: ['n0'] as const, values: [n] });

export async function currentStore(
  storage: Storage,
  { accountId, id }: Pick<StoreRow, 'accountId' | 'id'>,
): Promise<StoreRow> {
  const store = await storage.stores.get(accountId, id);
  if (store === null) throw new Error('no store');
  return store;
}

/**
 * Writes records of a round whose names no other writer has, so that `n` of each is the number of its changes since it was
 * created. Another process may change the store meanwhile.
 */
export async function writeRound(
  storage: Storage,
  of: Pick<StoreRow, 'accountId' | 'id'>,
  name: string,
  round: number,
): Promise<void> {
  const { records } = storage;
  const [a, b, c] = [`a${name}${round}`, `b${name}${round}`, `c${name}${round}`];
  const writes = [
    (store: StoreRow) => records.insert(store, given(a, 1), round, { by }),
    (store: StoreRow) => records.upsert(store, [given(a, 2), given(b, 1)], round, { by }),
    (store: StoreRow) => records.patch(store, a, { slots: ['n0'], values: [3] }, round, { by }),
    (store: StoreRow) =>
      records.upsert(store, [given(c, 1), given(c, 2), given(a, 4), given(c, 3)], round, { by }),
    (store: StoreRow) => records.delete(store, [b, 'none'], round, { by }),
    (store: StoreRow) => records.insert(store, given(b, 1), round, { by }),
  ];
  for (const write of writes) {
    while ((await write(await currentStore(storage, of))) === 'stale');
  }
}
