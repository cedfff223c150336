import type { CreateMapRequest, MapResponse, Routes, UpdateMapRequest } from '../contracts.ts';
import type { Pages } from '../pages.ts';
import type { CallOptions, Transport } from '../transport.ts';

export interface Maps {
  /** Lists maps, newest first. */
  list(request?: Routes['GET /v2/maps']['query'], options?: CallOptions): Pages<MapResponse>;
  create(map: CreateMapRequest, options?: CallOptions): Promise<MapResponse>;
  get(mapId: number, options?: CallOptions): Promise<MapResponse>;
  update(mapId: number, changes: UpdateMapRequest, options?: CallOptions): Promise<MapResponse>;
  /** Deletes the map and its locations. */
  delete(mapId: number, options?: CallOptions): Promise<void>;
}

export function createMaps({ call, list }: Transport): Maps {
  return {
    list: (request, options) => list('GET /v2/maps', { query: request }, options),
    create: (map, options) => call('POST /v2/maps', { body: map }, options),
    get: (mapId, options) => call('GET /v2/maps/{mapId}', { params: { mapId } }, options),
    update: (mapId, changes, options) =>
      call('PATCH /v2/maps/{mapId}', { params: { mapId }, body: changes }, options),
    delete: (mapId, options) => call('DELETE /v2/maps/{mapId}', { params: { mapId } }, options),
  };
}
