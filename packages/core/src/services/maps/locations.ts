import { acceptedMembers, parseContract, rawMember } from '../../contracts/ground/contract.ts';
import {
  AddLocationRequest,
  type LocationPage,
  type LocationResponse,
  type SearchLocationsQuery,
  UpdateLocationRequest,
} from '../../contracts/maps/locations.ts';
import type { Point } from '../../geo/distance.ts';
import { type Issue, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { ADDRESS_MAX } from '../../ground/limits.ts';
import { canBeStored, fitsCodePoints } from '../../ground/stored-text.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import type { FieldValue, LocationChange, LocationRow, MapRow } from '../../storage/index.ts';
import { changeLocation, isWaiting } from '../../storage/maps/location-change.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type OnceOptions, once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { readFieldValues, staleKeys } from './location-fields.ts';
import { findChangedPlaceIssues, findNewPlaceIssues, placelessIssues, toChange } from './location-input.ts';
import { searchLocations } from './location-search.ts';
import { showLocation } from './location-view.ts';
import { openMap } from './open-map.ts';

/**
 * Locations of a map (docs/rules.md#maps-and-locations). All calls need an account principal and throw `forbidden` for
 * a store key. A map or location that is unknown, deleted or of another account throws `not_found`, before any issue of
 * the input. `validation_failed` contains all issues.
 */
export interface LocationService {
  /**
   * Accepts at most one filter. Without a filter: newest first. Around a point: nearest first, equal distances by id,
   * with distances, at most `maxResults` of the map over all pages. `field` filters by values of fields, and is
   * combined with any of the filters.
   */
  search(
    principal: Principal,
    mapId: string | number,
    query?: SearchLocationsQuery,
    options?: CallOptions,
  ): Promise<LocationPage>;
  /**
   * Finds the coordinates of a place with the geocoder that needs no network. Null: there is no such place, or no such
   * geocoder.
   */
  locate(principal: Principal, place: string, options?: CallOptions): Promise<Point | null>;
  /**
   * Adds a location. An address is queued for geocoding unless coordinates are given.
   * @throws ValidationError at `uniqueId` if another location of the map has it; of racing calls one succeeds.
   */
  add(
    principal: Principal,
    mapId: string | number,
    request: AddLocationRequest,
    options?: OnceOptions,
  ): Promise<LocationResponse>;
  get(principal: Principal, mapId: string | number, locationId: string): Promise<LocationResponse>;
  /**
   * Changes the given members only. Racing changes of different members all survive. A changed address without
   * coordinates is queued again, its old coordinates are cleared, and an answer for the old address is dropped. `{}`
   * changes nothing.
   */
  update(
    principal: Principal,
    mapId: string | number,
    locationId: string,
    request: UpdateLocationRequest,
  ): Promise<LocationResponse>;
  /** Deletes permanently. Does nothing if the location is deleted already. */
  delete(principal: Principal, mapId: string | number, locationId: string): Promise<void>;
}

const ADD: RepeatableCall<MapRow['fields'], LocationRow, LocationResponse> = {
  name: 'locations.add',
  show: (_context, { plan, result }) => showLocation({ fields: plan }, result),
};

export function locationService(context: ServiceContext): LocationService {
  const { storage, clock, ids, quotas } = context;

  async function requireLocation(map: MapRow, id: string): Promise<LocationRow> {
    const row = canBeStored(id) ? await storage.locations.get(map, id) : null;
    if (row === null) throw new NotFoundError('location');
    return row;
  }

  const service: LocationService = {
    async search(principal, mapId, query = {}, options = {}) {
      return searchLocations(context, await openMap(context, principal, mapId), query, options);
    },

    async locate(principal, place, { signal = context.closing } = {}) {
      requireAccountKey(principal);
      return canBeStored(place) && fitsCodePoints(place, ADDRESS_MAX)
        ? context.findPlace(place, signal)
        : null;
    },

    add: (principal, mapId, request, options) =>
      once(context, ADD, { principal, inputs: [mapId, request], options }, async (write) => {
        const map = await openMap(context, principal, mapId);
        const { values, issues } = readFieldValues(map.fields, rawMember(request, 'fields'));
        const findIssues = (input: unknown) => [...findNewPlaceIssues(input), ...issues];
        const input = parseContract(AddLocationRequest, request, findIssues);
        requireNone(findIssues(input));
        const { address, lat, lng, uniqueId, name } = input;
        const now = clock();
        const location = {
          id: ids.uuid(now),
          uniqueId: uniqueId ?? null,
          name: name ?? null,
          address: address ?? null,
          // Stores -0 as 0, because the engines disagree on whether the sign survives.
          lat: typeof lat === 'number' ? lat + 0 : null,
          lng: typeof lng === 'number' ? lng + 0 : null,
          fields: Object.fromEntries(
            values.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
          ),
          createdAt: now,
          updatedAt: now,
        };
        const wanted = { locations: 1, queuedGeocodes: location.lat === null ? 1 : 0 };
        const row = await quotas.use(map.accountId, wanted, () =>
          write(map.fields, (how) => storage.locations.insert(map, location, how)),
        );
        if (row === null) throw new NotFoundError('map');
        if (row === 'taken') throw taken();
        return showLocation(map, row);
      }),

    async get(principal, mapId, locationId) {
      const map = await openMap(context, principal, mapId);
      return showLocation(map, await requireLocation(map, locationId));
    },

    async update(principal, mapId, locationId, request) {
      const map = await openMap(context, principal, mapId);
      const location = await requireLocation(map, locationId);
      const { values, issues } = readFieldValues(map.fields, rawMember(request, 'fields'));
      const input = parseContract(UpdateLocationRequest, request, (refused) => [
        ...findChangeIssues(location, refused),
        ...issues,
      ]);
      requireNone([...findChangedPlaceIssues(input), ...issues]);
      const change = { ...toChange(input), ...changedFields(map, location, values) };
      if (Object.keys(change).length === 0) return showLocation(map, location);
      const changed = changeLocation(location, change);
      const enters = changed?.queue === 'enter' && !isWaiting(location.status);
      const row = await quotas.use(map.accountId, { queuedGeocodes: enters ? 1 : 0 }, () =>
        storage.locations.update(map, location.id, change, clock()),
      );
      if (row === null) throw new NotFoundError('location');
      if (row === 'taken') throw taken();
      if (row === 'no_place') throw new ValidationError(placelessIssues(input));
      return showLocation(map, row);
    },

    async delete(principal, mapId, locationId) {
      const map = await openMap(context, principal, mapId);
      if (canBeStored(locationId)) await storage.locations.delete(map, locationId);
    },
  };
  return guardWrites(service, {
    search: 'reads',
    locate: 'reads',
    add: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  });
}

/** Returns the change of the fields. Removes values of fields that the map no longer has with it. */
function changedFields(
  map: MapRow,
  location: LocationRow,
  values: readonly (readonly [string, FieldValue | null])[],
): Pick<LocationChange, 'fields'> {
  if (values.length === 0) return {};
  const stale = staleKeys(map.fields, location.fields).map((key) => [key, null] as const);
  return { fields: Object.fromEntries([...stale, ...values]) };
}

/** Returns the semantic errors of a change that has syntax errors. */
function findChangeIssues(location: LocationRow, refused: unknown): Issue[] {
  const accepted = acceptedMembers(UpdateLocationRequest, refused);
  const isPlaceless = changeLocation(location, toChange(accepted)) === null;
  return [...findChangedPlaceIssues(refused), ...(isPlaceless ? placelessIssues(accepted) : [])];
}

function requireNone(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}

function taken(): ValidationError {
  return new ValidationError([
    { path: 'uniqueId', message: 'Expected a uniqueId that no other location of the map has.' },
  ]);
}
