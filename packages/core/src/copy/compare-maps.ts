import { createHash } from 'node:crypto';
import { isWaiting, type LocationRow, type MapRef, type Storage } from '../storage/index.ts';
import { locationPages, mapsOf } from './copy-maps.ts';
import { requireEqual, sorted } from './equal.ts';

export interface ComparedMaps {
  maps: number;
  locations: number;
}

/**
 * Compares an account's maps, highest map number and locations.
 * @throws CopyError `differs` at the first difference.
 */
export async function compareMaps(from: Storage, to: Storage, accountId: string): Promise<ComparedMaps> {
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
    const [ours, theirs] = await Promise.all([digest(from, map), digest(to, map)]);
    requireEqual(ours, theirs, `The locations of map ${map.id} ${account}`);
    locations += ours.count;
  }
  return { maps: maps.length, locations };
}

/** Returns the number of a map's locations, and the SHA-256 of the members that a copy keeps, in insertion order. */
async function digest(storage: Storage, map: MapRef): Promise<{ count: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of locationPages(storage, map)) {
    for (const location of page) hash.update(`${JSON.stringify(members(location))}\n`);
    count += page.length;
  }
  return { count, sha256: hash.digest('hex') };
}

/** Returns what a copy keeps of a location: everything but its insertion number and its progress in the queue. */
function members({ seq: _, status, ...location }: LocationRow) {
  return [sorted(location), isWaiting(status) ? 'queued' : status];
}
