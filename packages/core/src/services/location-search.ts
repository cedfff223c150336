import { parseContract } from '../contracts/contract.ts';
import { type LocationResponse, SearchLocationsQuery } from '../contracts/locations.ts';
import type { Page } from '../contracts/shared.ts';
import { ValidationError } from '../errors.ts';
import { type CursorScope, decodeCursor, encodeCursor } from '../query/cursor.ts';
import { fold } from '../query/fold.ts';
import type { MapRow, Position, Surroundings } from '../storage/index.ts';
import { canBeStored } from '../stored-text.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { ServiceContext } from './context.ts';
import { findFilterIssues } from './location-input.ts';
import { showLocation } from './location-view.ts';
import { numberCursor, pageOf, pageStart } from './page.ts';

/**
 * Returns a page of locations (docs/rules.md#location-search). @throws ValidationError with all issues of the query.
 */
export async function searchLocations(
  { storage, cursorSecrets: secrets }: ServiceContext,
  map: MapRow,
  input: SearchLocationsQuery,
  options: CallOptions,
): Promise<Page<LocationResponse>> {
  const query = parseContract(SearchLocationsQuery, input, findFilterIssues);
  const issues = findFilterIssues(input);
  if (issues.length > 0) throw new ValidationError(issues);
  const { limit, cursor, address, uniqueId, lat, lng, radiusMiles } = query;
  const scope = [map.accountId, 'SearchLocations', map.id, address, uniqueId, lat, lng, radiusMiles];
  if (lat !== undefined && lng !== undefined) {
    const around = { center: { lat, lng }, radiusMiles: radiusMiles ?? map.searchRadius };
    return searchAround(around, scope);
  }
  const before = pageStart(secrets, scope, cursor);
  const addressContains = address === undefined ? null : fold(address);
  if (!canBeStored(addressContains ?? '') || !canBeStored(uniqueId ?? '')) return { items: [], limit };
  const wanted = { uniqueId: uniqueId ?? null, addressContains, before, limit };
  const slice = await storage.locations.list(map, wanted, options);
  const items = slice.rows.map(showLocation);
  return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));

  /**
   * Searches around a point, nearest first. All pages together have at most `maxResults` locations, regardless of the
   * page size.
   */
  async function searchAround(
    around: Pick<Surroundings, 'center' | 'radiusMiles'>,
    scope: CursorScope,
  ): Promise<Page<LocationResponse>> {
    const { given, after } =
      cursor === undefined ? { given: 0, after: null } : readPosition(decodeCursor(secrets, scope, cursor));
    const left = Math.max(0, map.maxResults - given);
    // Each page is subject to `maxResults`, so the response shows the smaller of both limits.
    const capped = Math.min(limit, map.maxResults);
    if (left === 0) return { items: [], limit: capped };
    const wanted = { ...around, after, limit: Math.min(limit, left) };
    const { rows, more } = await storage.locations.near(map, wanted, options);
    const shown = given + rows.length;
    const slice = { rows, more: more && shown < map.maxResults };
    return pageOf(rows.map(showLocation), capped, slice, ({ distanceMiles, id }) =>
      encodeCursor(secrets, scope, { value: `${distanceMiles} ${id}`, seq: shown }),
    );
  }
}

/**
 * Reads a position in an order by distance: the exact distance, the id, and the number of locations on earlier pages.
 */
function readPosition({ value, seq }: Position): { given: number; after: Surroundings['after'] } {
  const [distance = '', id = ''] = String(value).split(' ');
  return { given: seq, after: { distance: Number(distance), id } };
}
