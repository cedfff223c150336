import type { Principal, Vitrine } from '@vitrine/core';
import { findId, type NamedItem } from './lists/find-named.ts';
import { readPages } from './lists/pages.ts';

/** The services, and the account that a command acts for. */
export interface AccountAccess {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
}

/** Returns the id of the store with the id or the name. @throws CommandError */
export function findStoreId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'store',
    get: (id) => vitrine.stores.get(principal, id),
    list: (q) => readPages((query) => vitrine.stores.list(principal, { ...query, q })),
  });
}

/** Returns the id of the map with the id or the name. @throws CommandError */
export function findMapId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'map',
    get: (id) => vitrine.maps.get(principal, id),
    list: () => readPages((query) => vitrine.maps.list(principal, query)),
  });
}

/** Returns the id of the key with the id or the name. @throws CommandError */
export function findKeyId({ vitrine, principal }: AccountAccess, given: string): Promise<string> {
  return findId(given, {
    noun: 'key',
    async *list() {
      const pages = readPages((query) => vitrine.apiKeys.list(principal, query));
      for await (const page of pages) yield page.map((key): NamedItem => ({ ...key, id: key.keyId }));
    },
  });
}
