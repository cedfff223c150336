import type { AddLocationRequest, LocationResponse, Routes, UpdateLocationRequest } from '../contracts.ts';
import type { Pages } from '../pages.ts';
import type { CallOptions, Transport } from '../transport.ts';

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

export function createLocations({ call, list }: Transport): Locations {
  return {
    search: (mapId, request, options) =>
      list('GET /v2/maps/{mapId}/locations', { params: { mapId }, query: request }, options),
    add: (mapId, location, options) =>
      call('POST /v2/maps/{mapId}/locations', { params: { mapId }, body: location }, options),
    get: (mapId, locationId, options) =>
      call('GET /v2/maps/{mapId}/locations/{locationId}', { params: { mapId, locationId } }, options),
    update: (mapId, locationId, changes, options) =>
      call(
        'PATCH /v2/maps/{mapId}/locations/{locationId}',
        { params: { mapId, locationId }, body: changes },
        options,
      ),
    delete: (mapId, locationId, options) =>
      call('DELETE /v2/maps/{mapId}/locations/{locationId}', { params: { mapId, locationId } }, options),
  };
}
