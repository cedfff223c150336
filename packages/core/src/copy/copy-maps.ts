import type { LocationRow, MapRef, MapRow, Millis, Storage } from '../storage/index.ts';
import { difference } from './copy-error.ts';
import { oldestFirst } from './walk.ts';

interface MapCopy {
  readonly from: Storage;
  readonly to: Storage;
  readonly now: Millis;
  /** @throws CopyError when the copy is to end. */
  readonly advance: (records: number) => void;
}

const LOCATION_PAGE = 500;

/**
 * Brings an account's maps over with their numbers, and their locations with ids and times, each in its order. Addresses that
 * wait, or are being looked up, wait in the target anew; remembered answers of geocoders are left behind. May be called
 * again: what is there already is passed over.
 */
export async function copyMaps({ from, to, now, advance }: MapCopy, accountId: string): Promise<void> {
  for (const map of await mapsOf(from, accountId)) {
    if (!(await to.maps.restore(map)) && (await to.maps.get(map)) === null) {
      throw difference(`Map ${map.id} of account ${accountId} can not be made in the target.`);
    }
    for await (const page of locationPages(from, map)) {
      if ((await to.locations.restore(map, page, now)) === null) {
        throw difference(`Map ${map.id} of account ${accountId} was deleted in the target during the copy.`);
      }
      advance(0);
    }
  }
  const last = await from.accountNumbers.last(accountId, 'maps');
  if (last !== null) await to.accountNumbers.raise(accountId, 'maps', last);
}

/** All maps of an account, in the order in which they were made. */
export function mapsOf(storage: Storage, accountId: string): Promise<MapRow[]> {
  return oldestFirst(
    (page) => storage.maps.list(accountId, page),
    (map) => map,
    ({ id }) => id,
  );
}

/** The locations of a map, in the order of insertion. */
export async function* locationPages(storage: Storage, map: MapRef): AsyncGenerator<LocationRow[]> {
  let after: number | null = null;
  for (;;) {
    const page: LocationRow[] = await storage.locations.walk(map, after, LOCATION_PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.seq;
  }
}
