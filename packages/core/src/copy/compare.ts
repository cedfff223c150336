import type {
  AccountRow,
  BlobHash,
  LocationRow,
  Millis,
  RecordRow,
  Storage,
  StoreRow,
} from '../storage/index.ts';
import { isWaiting } from '../storage/maps/location-change.ts';
import { compareImages } from './compare-images.ts';
import { type ComparedKind, countsOfCopy } from './copied-facets.ts';
import { copiedProperty } from './copied-property.ts';
import { difference } from './copy-error.ts';
import { locationPages, mapsOf } from './copy-maps.ts';
import { compareViews } from './copy-views.ts';
import { compareWebhooks } from './copy-webhooks.ts';
import { digestOf } from './digest.ts';
import { requireEqual, sorted } from './equal.ts';
import { apiKeysOf, recordPages, storeIdsOf } from './walk.ts';

interface Comparison {
  readonly from: Storage;
  readonly to: Storage;
  readonly now: Millis;
  /** Called with the number of records read from the source since the last call. */
  readonly onRecords: (count: number) => void;
}

export type Compared = Record<ComparedKind, number>;

/**
 * Reads all data of both sides in the same order, and returns the number of items of each kind.
 * @throws CopyError `differs` at the first difference.
 */
export async function compareStorages(comparison: Comparison): Promise<Compared> {
  const { from, to } = comparison;
  const compared = countsOfCopy();
  const checkedBlobs = new Set<BlobHash>();
  const accounts = await from.accounts.list();
  requireEqual(accounts.map(accountMembers), (await to.accounts.list()).map(accountMembers), 'The accounts');
  for (const { id } of accounts) {
    const [keys, copiedKeys] = await Promise.all([apiKeysOf(from, id), apiKeysOf(to, id)]);
    requireEqual(keys.map(sorted), copiedKeys.map(sorted), `The API keys of account ${id}`);
    const [storeIds, copiedIds] = await Promise.all([storeIdsOf(from, id), storeIdsOf(to, id)]);
    requireEqual(storeIds, copiedIds, `The stores of account ${id}`);
    for (const storeId of storeIds) {
      compared.records += await compareStore(comparison, id, storeId);
      compared.views += await compareViews(from, to, { id: storeId, accountId: id });
    }
    const { images, fonts, drafts } = await compareImages(comparison, id, checkedBlobs);
    compared.images += images;
    compared.fonts += fonts;
    compared.drafts += drafts;
    const { maps, locations } = await compareMaps(from, to, id);
    compared.maps += maps;
    compared.locations += locations;
    compared.webhooks += await compareWebhooks(from, to, id);
    compared.accounts++;
    compared.apiKeys += keys.length;
    compared.stores += storeIds.length;
  }
  return compared;
}

/** Compares a store with its records. Returns the number of records. */
async function compareStore(
  { from, to, now, onRecords }: Comparison,
  accountId: string,
  storeId: string,
): Promise<number> {
  const [store, copied] = await Promise.all([
    from.stores.get(accountId, storeId),
    to.stores.get(accountId, storeId),
  ]);
  if (store === null || copied === null) throw difference(`Store ${storeId} exists on only one side.`);
  requireEqual(storeMembers(store), storeMembers(copied), `Store ${storeId}`);
  const [ours, theirs] = await Promise.all([
    digestOf(recordPages(from, store, now), recordMembers, onRecords),
    digestOf(recordPages(to, copied, now), recordMembers),
  ]);
  if (ours.count !== theirs.count) {
    throw difference(
      `Store ${storeId} has ${ours.count} records in the source and ${theirs.count} in the target.`,
    );
  }
  if (ours.sha256 !== theirs.sha256) {
    throw difference(`The records of store ${storeId} differ (sha256 ${ours.sha256} and ${theirs.sha256}).`);
  }
  return ours.count;
}

function accountMembers({ id, name, createdAt, limits, imageHosts }: AccountRow) {
  return [id, name, createdAt, sorted(limits), imageHosts];
}

/** Returns what a copy keeps of a store: everything but its version, insertion number, freed slots and log. */
function storeMembers({
  version: _v,
  seq: _s,
  freedSlots: _f,
  isLogged: _l,
  properties,
  ...store
}: StoreRow) {
  return [sorted(store), properties.map((property) => sorted(copiedProperty(property)))];
}

function recordMembers({ id, createdAt, updatedAt, values }: RecordRow) {
  return [id, createdAt, updatedAt, ...values];
}

interface ComparedMaps {
  maps: number;
  locations: number;
}

/**
 * Compares an account's maps, highest map number and locations.
 * @throws CopyError `differs` at the first difference.
 */
async function compareMaps(from: Storage, to: Storage, accountId: string): Promise<ComparedMaps> {
  const account = `of account ${accountId}`;
  const maps = await mapsOf(from, accountId);
  requireEqual(maps.map(sorted), (await mapsOf(to, accountId)).map(sorted), `The maps ${account}`);
  requireEqual(
    await from.accountNumbers.last(accountId, 'maps'),
    await to.accountNumbers.last(accountId, 'maps'),
    `The highest numbers of maps ${account}`,
  );
  let locations = 0;
  for (const map of maps) {
    const [ours, theirs] = await Promise.all([
      digestOf(locationPages(from, map), members),
      digestOf(locationPages(to, map), members),
    ]);
    requireEqual(ours, theirs, `The locations of map ${map.id} ${account}`);
    locations += ours.count;
  }
  return { maps: maps.length, locations };
}

/** Returns what a copy keeps of a location: everything but its insertion number and its progress in the queue. */
function members({ seq: _, status, ...location }: LocationRow) {
  return [sorted(location), isWaiting(status) ? 'queued' : status];
}
