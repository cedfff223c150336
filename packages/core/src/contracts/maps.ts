import { z } from 'zod';
import {
  MAP_RESULTS_DEFAULT,
  MAP_RESULTS_MAX,
  NAME_MAX,
  SEARCH_RADIUS_DEFAULT,
  SEARCH_RADIUS_MAX,
} from '../limits.ts';
import { body, nameText, query } from './contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from './shared.ts';

const RADIUS = `Expected a whole number of miles from 1 to ${SEARCH_RADIUS_MAX}.`;
const RESULTS = `Expected a whole number from 1 to ${MAP_RESULTS_MAX}.`;

const searchRadius = z
  .int(RADIUS)
  .min(1, RADIUS)
  .max(SEARCH_RADIUS_MAX, RADIUS)
  .meta({ description: 'The default radius in miles of a search around a point.' });
const maxResults = z
  .int(RESULTS)
  .min(1, RESULTS)
  .max(MAP_RESULTS_MAX, RESULTS)
  .meta({ description: 'The maximum number of locations that a search around a point finds.' });

export const CreateMapRequest = body({
  name: nameText(NAME_MAX),
  searchRadius: searchRadius.optional().meta({ description: `Miles; default ${SEARCH_RADIUS_DEFAULT}.` }),
  maxResults: maxResults.optional().meta({ description: `Default ${MAP_RESULTS_DEFAULT}.` }),
}).meta({ id: 'CreateMapRequest' });
export type CreateMapRequest = z.input<typeof CreateMapRequest>;

export const UpdateMapRequest = body({
  name: nameText(NAME_MAX).optional(),
  searchRadius: searchRadius.optional(),
  maxResults: maxResults.optional(),
}).meta({ id: 'UpdateMapRequest' });
export type UpdateMapRequest = z.input<typeof UpdateMapRequest>;

export const MapResponse = z
  .object({
    id: z.int32(),
    name: z.string(),
    searchRadius: z.int(),
    maxResults: z.int(),
    locationCounts: z
      .object({
        total: z.int(),
        located: z.int().meta({ description: 'Locations with coordinates, including given ones.' }),
        queued: z.int().meta({
          description: 'Waiting to be geocoded, permanently on a server without a geocoder.',
        }),
        failed: z.int(),
      })
      .meta({ description: 'The last three add up to the first.' }),
    date_created: Timestamp,
    date_updated: Timestamp,
  })
  .meta({ id: 'MapResponse' });
export type MapResponse = z.output<typeof MapResponse>;

export const CursorPageOfMapResponse = cursorPage(MapResponse).meta({ id: 'CursorPageOfMapResponse' });
export const ListMapsQuery = query({ limit: pageLimit, cursor });
export type ListMapsQuery = z.input<typeof ListMapsQuery>;
