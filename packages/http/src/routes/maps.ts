import {
  AddLocationRequest,
  CreateMapRequest,
  CursorPageOfLocationResponse,
  CursorPageOfMapResponse,
  ListMapsQuery,
  LocationResponse,
  MapResponse,
  SearchLocationsQuery,
  UpdateLocationRequest,
  UpdateMapRequest,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../call/route.ts';
import { json, noContent } from '../response/reply.ts';

const tag = 'Maps and locations';
const keys = ['account'] as const;
const mapId = 'The id of the map.';
const locationId = 'The id of the location.';
const noMap = { description: 'No such map.' };
const noLocation = { description: 'No such map or location.' };

/** Maps and locations (docs/rules.md#maps-and-locations). */
export const mapRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'GetMap',
    method: 'GET',
    path: '/v2/maps/:mapId',
    keys,
    tag,
    summary: 'Read a map and its location counts',
    params: { mapId },
    responses: { 200: { description: 'The map.', schema: MapResponse }, 404: noMap },
    handle: async ({ vitrine, principal, param, signal }) =>
      json(await vitrine.maps.get(principal, param('mapId'), { signal })),
  }),
  route({
    operation: 'UpdateMap',
    method: 'PATCH',
    path: '/v2/maps/:mapId',
    keys,
    tag,
    summary: 'Change name, search radius or max results',
    description: 'Changes only the given members.',
    params: { mapId },
    body: UpdateMapRequest,
    requiresBody: true,
    responses: { 200: { description: 'The map after the change.', schema: MapResponse }, 404: noMap },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.maps.update(principal, param('mapId'), await body())),
  }),
  route({
    operation: 'SearchLocations',
    method: 'GET',
    path: '/v2/maps/:mapId/locations',
    keys,
    tag,
    summary: 'List locations, or find them by address, uniqueId or distance',
    description:
      'One filter at a time: address, or uniqueId, or lat with lng. Without a filter the order is newest first. Around a ' +
      'point it is nearest first, with `distanceMiles`, at most `maxResults` of the map in total, and without locations ' +
      'that have no coordinates.',
    params: { mapId },
    query: SearchLocationsQuery,
    responses: {
      200: { description: 'A page of locations.', schema: CursorPageOfLocationResponse },
      404: noMap,
    },
    handle: async ({ vitrine, principal, param, query, signal }) =>
      json(await vitrine.locations.search(principal, param('mapId'), query(), { signal })),
  }),
  route({
    operation: 'AddLocation',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/maps/:mapId/locations',
    keys,
    tag,
    summary: 'Add a location by address or coordinates',
    description:
      'An address is queued for geocoding. Given coordinates take precedence: the location is `manual` and never queued.',
    params: { mapId },
    body: AddLocationRequest,
    requiresBody: true,
    responses: {
      201: {
        description: 'The new location.',
        schema: LocationResponse,
        headers: { Location: 'The path of the location.' },
      },
      404: noMap,
    },
    handle: async ({ vitrine, principal, param, body, once }) => {
      const location = await vitrine.locations.add(principal, param('mapId'), await body(), once);
      const path = `/v2/maps/${location.mapId}/locations/${encodeURIComponent(location.id)}`;
      return json(location, 201, { Location: path });
    },
  }),
  route({
    operation: 'GetLocation',
    method: 'GET',
    path: '/v2/maps/:mapId/locations/:locationId',
    keys,
    tag,
    summary: 'Read a location',
    params: { mapId, locationId },
    responses: { 200: { description: 'The location.', schema: LocationResponse }, 404: noLocation },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.locations.get(principal, param('mapId'), param('locationId'))),
  }),
  route({
    operation: 'UpdateLocation',
    method: 'PATCH',
    path: '/v2/maps/:mapId/locations/:locationId',
    keys,
    tag,
    summary: 'Change a location',
    description:
      'A changed address without coordinates is queued again, and the old coordinates are cleared. `lat` and `lng` can only ' +
      'be given together.',
    params: { mapId, locationId },
    body: UpdateLocationRequest,
    requiresBody: true,
    responses: {
      200: { description: 'The location after the change.', schema: LocationResponse },
      404: noLocation,
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.locations.update(principal, param('mapId'), param('locationId'), await body())),
  }),
  route({
    operation: 'DeleteLocation',
    method: 'DELETE',
    path: '/v2/maps/:mapId/locations/:locationId',
    keys,
    tag,
    summary: 'Delete a location permanently',
    description: 'Succeeds whether or not the location existed.',
    params: { mapId, locationId },
    responses: { 204: { description: 'The location does not exist any more.' }, 404: noMap },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.locations.delete(principal, param('mapId'), param('locationId'));
      return noContent();
    },
  }),
];

/** Creating, listing and deleting maps (docs/rules.md#map). */
export const mapAdminRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListMaps',
    method: 'GET',
    path: '/admin/maps',
    keys,
    tag: 'Maps',
    summary: 'List maps, newest first',
    query: ListMapsQuery,
    responses: { 200: { description: 'A page of maps.', schema: CursorPageOfMapResponse } },
    handle: async ({ vitrine, principal, query, signal }) =>
      json(await vitrine.maps.list(principal, query(), { signal })),
  }),
  route({
    operation: 'CreateMap',
    isIdempotent: true,
    method: 'POST',
    path: '/admin/maps',
    keys,
    tag: 'Maps',
    summary: 'Create a map',
    body: CreateMapRequest,
    requiresBody: true,
    responses: {
      201: {
        description: 'The new map.',
        schema: MapResponse,
        headers: { Location: 'The path of the map.' },
      },
    },
    handle: async ({ vitrine, principal, body, once }) => {
      const map = await vitrine.maps.create(principal, await body(), once);
      return json(map, 201, { Location: `/v2/maps/${map.id}` });
    },
  }),
  route({
    operation: 'DeleteMap',
    audit: 'map.deleted',
    method: 'DELETE',
    path: '/admin/maps/:mapId',
    keys,
    tag: 'Maps',
    summary: 'Delete a map and its locations',
    description: 'The map is invisible at once. Its locations are removed in the background.',
    params: { mapId },
    responses: { 204: { description: 'Deleted.' }, 404: noMap },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.maps.delete(principal, param('mapId'));
      return noContent();
    },
  }),
];
