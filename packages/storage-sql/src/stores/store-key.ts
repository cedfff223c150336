import type { StoreRef } from '@vitrine/core/storage';

/** Returns the key of a store among cached results. No id contains U+0000, so the keys of two stores differ. */
export function storeKey({ accountId, id }: StoreRef): string {
  return `${accountId}\0${id}`;
}
