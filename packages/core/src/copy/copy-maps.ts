import type { LocationRow, MapRef, MapRow, Storage } from '../storage/index.ts';
import { difference } from './copy-error.ts';
import type { CopyRun } from './copy-run.ts';
import { oldestFirst } from './walk.ts';

const LOCATION_PAGE = 500;

/**
 * Copies an account's maps with their ids and the highest map number, and their locations with ids and times, in
 * insertion order. Locations that are queued or in progress are queued again in the target. Cached geocoder answers are
 * not copied. May be called again: skips what the target already has.
 */
export async function copyMaps({ from, to, now, advance }: CopyRun, accountId: string): Promise<void> {
  for (const map of await mapsOf(from, accountId)) {
    if (!(await to.maps.restore(map)) && (await to.maps.get(map)) === null) {
      throw difference(`Map ${map.id} of account ${accountId} can't be created in the target.`);
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

/** Returns all maps of an account, the oldest first. */
export function mapsOf(storage: Storage, accountId: string): Promise<MapRow[]> {
  return oldestFirst(
    (page) => storage.maps.list(accountId, page),
    (map) => map,
    ({ id }) => id,
  );
}

/** Yields the locations of a map in pages, in insertion order. */
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
