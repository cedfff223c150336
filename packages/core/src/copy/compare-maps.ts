import type { LocationRow, Storage } from '../storage/index.ts';
import { isWaiting } from '../storage/maps/location-change.ts';
import { locationPages, mapsOf } from './copy-maps.ts';
import { digestOf } from './digest.ts';
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
