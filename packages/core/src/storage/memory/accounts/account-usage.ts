import type { LimitedResource } from '../../../ground/account-limits.ts';
import type { Millis, StoreRow } from '../../../ground/rows.ts';
import { EVERYTHING } from '../../../query/ast.ts';
import type { AccountUsageStorage } from '../../accounts/account-usage.ts';
import type { ImageRow } from '../../images/images.ts';
import { isWaiting } from '../../maps/location-change.ts';
import type { LocationRow } from '../../maps/locations.ts';
import type { Storage } from '../../storage.ts';
import type { MemoryIdempotencyKeys } from '../ground/idempotency-keys.ts';
import type { MemoryLocations } from '../maps/locations.ts';
import type { MemoryImports } from '../records/imports.ts';

/** The facets whose rows are counted. */
export interface UsageNeighbours
  extends Pick<Storage, 'apiKeys' | 'fonts' | 'images' | 'maps' | 'records' | 'stores' | 'webhooks'> {
  readonly locations: Pick<MemoryLocations, 'all'>;
  readonly imports: Pick<MemoryImports, 'bytesOf' | 'countQueued'>;
  readonly idempotencyKeys: Pick<MemoryIdempotencyKeys, 'bytesOf'>;
}

const ALL = { before: null, limit: Number.POSITIVE_INFINITY } as const;

export function memoryAccountUsage(of: UsageNeighbours): AccountUsageStorage {
  async function storesOf(accountId: string): Promise<StoreRow[]> {
    return (await of.stores.list(accountId, { nameContains: null, ...ALL })).rows;
  }

  async function recordsOf(accountId: string, now: Millis): Promise<number> {
    let records = 0;
    for (const store of await storesOf(accountId)) records += await of.records.count(store, EVERYTHING, now);
    return records;
  }

  async function imagesOf(accountId: string, active: boolean | null): Promise<ImageRow[]> {
    return (await of.images.list(accountId, { nameContains: null, type: null, active, ...ALL })).rows;
  }

  function locationsOf(accountId: string): LocationRow[] {
    return Array.from(of.locations.all(), ({ row }) => row).filter((row) => row.accountId === accountId);
  }

  const counts: Readonly<Record<LimitedResource, (accountId: string, now: Millis) => Promise<number>>> = {
    stores: async (accountId) => (await storesOf(accountId)).length,
    records: recordsOf,
    images: async (accountId) => (await imagesOf(accountId, true)).length,
    imageBytes: async (accountId) =>
      (await imagesOf(accountId, null)).reduce((sum, { bytes }) => sum + bytes, 0),
    fonts: async (accountId) => (await of.fonts.list(accountId)).length,
    fontBytes: async (accountId) =>
      (await of.fonts.list(accountId)).reduce((sum, { bytes }) => sum + bytes, 0),
    maps: async (accountId) => (await of.maps.list(accountId, ALL)).rows.length,
    locations: async (accountId) => locationsOf(accountId).length,
    queuedGeocodes: async (accountId) =>
      locationsOf(accountId).filter(({ status }) => isWaiting(status)).length,
    keys: async (accountId) => (await of.apiKeys.list(accountId, ALL)).rows.length,
    queuedImports: async (accountId) => of.imports.countQueued(accountId),
    importBytes: async (accountId) => of.imports.bytesOf(accountId),
    webhooks: async (accountId) => (await of.webhooks.list(accountId, ALL)).rows.length,
    idempotencyBytes: async (accountId) => of.idempotencyKeys.bytesOf(accountId),
  };

  return { count: (accountId, resource, now) => counts[resource](accountId, now) };
}
