import { parseContract, rawMember } from '../../contracts/ground/contract.ts';
import {
  type LocationPage,
  type LocationResponse,
  SearchLocationsQuery,
} from '../../contracts/maps/locations.ts';
import type { Surroundings } from '../../geo/nearest.ts';
import { toKilometers, toMiles } from '../../geo/units.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { type Issue, ValidationError } from '../../ground/errors.ts';
import { PAGE_MAX_BYTES, SEARCH_RADIUS_MAX } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type CursorScope, decodeCursor, encodeCursor } from '../../query/cursor.ts';
import { fold } from '../../query/fold.ts';
import type { DistanceUnit, LocationRow, MapRow, Position, Slice } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { readFieldFilters } from './location-fields.ts';
import { findFilterIssues } from './location-input.ts';
import { showLocation } from './location-view.ts';

/**
 * Returns a page of locations (docs/rules.md#location-search). @throws ValidationError with all issues of the query.
 */
export async function searchLocations(
  { storage, cursorSecrets: secrets }: ServiceContext,
  map: MapRow,
  input: SearchLocationsQuery,
  options: CallOptions,
): Promise<LocationPage> {
  const { filters: fields, issues: fieldIssues } = readFieldFilters(map.fields, rawMember(input, 'field'));
  const findIssues = (raw: unknown) => [...findFilterIssues(raw), ...fieldIssues];
  const query = parseContract(SearchLocationsQuery, input, findIssues);
  const unit = query.unit ?? map.unit;
  const issues = [...findIssues(query), ...findRadiusIssues(query.radius, unit)];
  if (issues.length > 0) throw new ValidationError(issues);
  const { limit, cursor, address, uniqueId, lat, lng, radiusMiles } = query;
  const wantedFields = fields.map(({ key, value }) => JSON.stringify([key, value])).sort();
  const filter = [address, uniqueId, lat, lng, radiusMiles, query.radius, query.unit, ...wantedFields];
  const scope = [map.accountId, 'SearchLocations', map.id, ...filter];
  if (lat !== undefined && lng !== undefined) {
    const radius = query.radius ?? (radiusMiles === undefined ? map.searchRadius : null);
    // The radius of the map counts in the unit of the map.
    const given = query.radius === undefined ? map.unit : unit;
    const miles = radius === null ? (radiusMiles ?? 0) : toMiles(radius, given);
    const page = await searchAround({ center: { lat, lng }, radiusMiles: miles }, scope);
    const shownRadius = radius !== null && given === unit ? radius : inUnit(miles, unit);
    return { ...page, unit, radius: shownRadius, maxResults: map.maxResults };
  }
  const before = pageStart(secrets, scope, cursor);
  const addressContains = address === undefined ? null : fold(address);
  if (!canBeStored(addressContains ?? '') || !canBeStored(uniqueId ?? '')) return { items: [], limit };
  const wanted = { uniqueId: uniqueId ?? null, addressContains, fields, before, limit };
  const slice = fitRows(map, await storage.locations.list(map, wanted, options));
  const items = slice.rows.map((row) => showLocation(map, row));
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
    const wanted = { ...around, fields, after, limit: Math.min(limit, left) };
    const { rows, more } = fitRows(map, await storage.locations.near(map, wanted, options));
    const shown = given + rows.length;
    const slice = { rows, more: more && shown < map.maxResults };
    const items = rows.map((row) => showLocation(map, row, unit));
    return pageOf(items, capped, slice, ({ distanceMiles, id }) =>
      encodeCursor(secrets, scope, { value: `${distanceMiles} ${id}`, seq: shown }),
    );
  }
}

/** Finds a radius that is too large for its unit. The contract allows what fits into kilometers. */
function findRadiusIssues(radius: number | undefined, unit: DistanceUnit): Issue[] {
  if (radius === undefined || radius <= SEARCH_RADIUS_MAX[unit]) return [];
  return [
    { path: 'radius', message: `Expected a number above 0, at most ${SEARCH_RADIUS_MAX[unit]} ${unit}.` },
  ];
}

/** Converts miles to the unit, exact to a meter. */
function inUnit(miles: number, unit: DistanceUnit): number {
  return unit === 'mi'
    ? Math.round(miles * 10_000) / 10_000
    : Math.round(toKilometers(miles) * 1_000) / 1_000;
}

/** Removes the last rows of a page whose JSON would exceed `PAGE_MAX_BYTES`. At least one row stays. */
function fitRows<Row extends LocationRow>(map: MapRow, { rows, more }: Slice<Row>): Slice<Row> {
  // Only values of fields can be that long.
  if (map.fields.length === 0) return { rows, more };
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += Buffer.byteLength(JSON.stringify(showLocation(map, row)));
    return bytes > PAGE_MAX_BYTES && i > 0;
  });
  return end < 0 ? { rows, more } : { rows: rows.slice(0, end), more: true };
}

/**
 * Reads a position in an order by distance: the exact distance, the id, and the number of locations on earlier pages.
 */
function readPosition({ value, seq }: Position): { given: number; after: Surroundings['after'] } {
  const [distance = '', id = ''] = String(value).split(' ');
  return { given: seq, after: { distance: Number(distance), id } };
}
