import { parseContract } from '../../contracts/ground/contract.ts';
import {
  CreateMapRequest,
  ListMapsQuery,
  type MapResponse,
  UpdateMapRequest,
} from '../../contracts/maps/maps.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { type Issue, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { MAP_RESULTS_DEFAULT, SEARCH_RADIUS_DEFAULT } from '../../ground/limits.ts';
import { purgeMapJob } from '../../jobs/job-kinds.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import type { LocationCounts, MapRow } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { type OnceOptions, once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { assignKeys, findFieldIssues, findRadiusIssues } from './map-fields.ts';
import { openMap } from './open-map.ts';

/**
 * Maps (docs/rules.md#maps-and-locations). All calls need an account principal and throw `forbidden` for a store key.
 * An id that is unknown, deleted, of another account, or not an int32 throws `not_found`. Ids are numbers or text from
 * a path.
 */
export interface MapService {
  /** Newest first. */
  list(principal: Principal, query?: ListMapsQuery, options?: CallOptions): Promise<Page<MapResponse>>;
  create(principal: Principal, request: CreateMapRequest, options?: OnceOptions): Promise<MapResponse>;
  get(principal: Principal, mapId: string | number, options?: CallOptions): Promise<MapResponse>;
  /**
   * Changes the given members only; `{}` changes nothing. The last of two racing calls wins for each member. `fields`
   * replaces the list: a field that is removed or changes its type loses its values.
   */
  update(principal: Principal, mapId: string | number, request: UpdateMapRequest): Promise<MapResponse>;
  /**
   * Deletes the map and its locations for all readers at once; they are purged in the background. A second call throws
   * `not_found`.
   */
  delete(principal: Principal, mapId: string | number): Promise<void>;
}

const NO_LOCATIONS: LocationCounts = { located: 0, queued: 0, failed: 0 };

const CREATE: RepeatableCall<null, MapRow, MapResponse> = {
  name: 'maps.create',
  show: (_context, { result }) => showMap(result, NO_LOCATIONS),
};

export function mapService(context: ServiceContext): MapService {
  const { storage, clock, ids, quotas, cursorSecrets: secrets } = context;

  async function show(map: MapRow, options: CallOptions = {}): Promise<MapResponse> {
    return showMap(map, await storage.locations.counts(map, options));
  }

  const service: MapService = {
    async list(principal, query = {}, options = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const { limit, cursor } = parseContract(ListMapsQuery, query);
      const scope = [accountId, 'ListMaps'];
      const before = pageStart(secrets, scope, cursor);
      const slice = await storage.maps.list(accountId, { before, limit });
      const items = await Promise.all(slice.rows.map((map) => show(map, options)));
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.id));
    },

    create: (principal, request, options) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const {
          name,
          searchRadius = SEARCH_RADIUS_DEFAULT,
          maxResults = MAP_RESULTS_DEFAULT,
          unit = 'mi',
          fields = [],
        } = parseContract(CreateMapRequest, request, findFieldIssues);
        requireNone([...findRadiusIssues({ searchRadius, unit }), ...findFieldIssues(request)]);
        const now = clock();
        const { accountId } = principal;
        const settings = { name, searchRadius, maxResults, unit, fields: assignKeys(fields, [], ids) };
        const map = { accountId, ...settings, createdAt: now, updatedAt: now };
        const inserted = await quotas.use(accountId, { maps: 1 }, () =>
          write(null, (how) => storage.maps.insert(map, how)),
        );
        return showMap(inserted, NO_LOCATIONS);
      }),

    async get(principal, mapId, options = {}) {
      return show(await openMap(context, principal, mapId), options);
    },

    async update(principal, mapId, request) {
      const map = await openMap(context, principal, mapId);
      const input = parseContract(UpdateMapRequest, request, findFieldIssues);
      const { name, searchRadius, maxResults, unit, fields } = input;
      const search = { searchRadius: searchRadius ?? map.searchRadius, unit: unit ?? map.unit };
      requireNone([...findRadiusIssues(search), ...findFieldIssues(request)]);
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(searchRadius === undefined ? {} : { searchRadius }),
        ...(maxResults === undefined ? {} : { maxResults }),
        ...(unit === undefined ? {} : { unit }),
        ...(fields === undefined ? {} : { fields: assignKeys(fields, map.fields, ids) }),
      };
      if (Object.keys(change).length === 0) return show(map);
      const updated = await storage.maps.update(map, change, clock());
      if (updated === null) throw new NotFoundError('map');
      return show(updated);
    },

    async delete(principal, mapId) {
      const map = await openMap(context, principal, mapId);
      const now = clock();
      if (!(await storage.maps.markDeleted(map, now, [purgeMapJob(map, now)])))
        throw new NotFoundError('map');
    },
  };
  return guardWrites(service, {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  });
}

function requireNone(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}

function showMap(map: MapRow, { located, queued, failed }: LocationCounts): MapResponse {
  const { id, name, searchRadius, maxResults, unit, fields, createdAt, updatedAt } = map;
  return {
    id,
    name,
    searchRadius,
    maxResults,
    unit,
    fields: fields.map(({ name, type }) => ({ name, type })),
    locationCounts: { total: located + queued + failed, located, queued, failed },
    date_created: showDatetime(createdAt),
    date_updated: showDatetime(updatedAt),
  };
}
