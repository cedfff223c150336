import type { Storage } from '@vitrine/core/storage';

/** Returns how many searches an answerer of a storage has answered. */
export function searchesBy(storage: Storage, answerer: string): number {
  const own = storage
    .metrics()
    .find(({ name, labels }) => name === 'vitrine_searches_total' && labels?.answerer === answerer);
  if (own === undefined) throw new Error(`no answerer is called ${answerer}`);
  return own.value;
}
