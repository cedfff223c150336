import type { CreateMapRequest, MapResponse, Routes, UpdateMapRequest } from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

export interface Maps {
  /** Lists maps, newest first. */
  list(request?: Routes['GET /v2/maps']['query'], options?: CallOptions): Pages<MapResponse>;
  create(map: CreateMapRequest, options?: CallOptions): Promise<MapResponse>;
  get(mapId: number, options?: CallOptions): Promise<MapResponse>;
  update(mapId: number, changes: UpdateMapRequest, options?: CallOptions): Promise<MapResponse>;
  /** Deletes the map and its locations. */
  delete(mapId: number, options?: CallOptions): Promise<void>;
}

export function createMaps({ method, pages }: Methods): Maps {
  return {
    list: pages('GET /v2/maps'),
    create: method('POST /v2/maps', 'key'),
    get: method('GET /v2/maps/{mapId}'),
    update: method('PATCH /v2/maps/{mapId}'),
    delete: method('DELETE /v2/maps/{mapId}'),
  };
}
