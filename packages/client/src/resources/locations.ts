import type {
  AddLocationRequest,
  LocationResponse,
  Routes,
  UpdateLocationRequest,
} from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

/** The locations of a map. */
export interface Locations {
  /** Lists locations, or finds them by one of: address, uniqueId, lat with lng. */
  search(
    mapId: number,
    request?: Routes['GET /v2/maps/{mapId}/locations']['query'],
    options?: CallOptions,
  ): Pages<LocationResponse>;
  /** Adds a location. An address without coordinates is queued for geocoding. */
  add(mapId: number, location: AddLocationRequest, options?: CallOptions): Promise<LocationResponse>;
  get(mapId: number, locationId: string, options?: CallOptions): Promise<LocationResponse>;
  update(
    mapId: number,
    locationId: string,
    changes: UpdateLocationRequest,
    options?: CallOptions,
  ): Promise<LocationResponse>;
  /** Succeeds if there is no such location. */
  delete(mapId: number, locationId: string, options?: CallOptions): Promise<void>;
}

export function createLocations({ method, pages }: Methods): Locations {
  return {
    search: pages('GET /v2/maps/{mapId}/locations'),
    add: method('POST /v2/maps/{mapId}/locations', 'key'),
    get: method('GET /v2/maps/{mapId}/locations/{locationId}'),
    update: method('PATCH /v2/maps/{mapId}/locations/{locationId}'),
    delete: method('DELETE /v2/maps/{mapId}/locations/{locationId}'),
  };
}
