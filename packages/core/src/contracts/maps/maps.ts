import { z } from 'zod';
import {
  MAP_FIELDS_MAX,
  MAP_RESULTS_DEFAULT,
  MAP_RESULTS_MAX,
  NAME_MAX,
  SEARCH_RADIUS_DEFAULT,
  SEARCH_RADIUS_MAX,
} from '../../ground/limits.ts';
import { body, nameText, query } from '../ground/contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { propertyName } from '../stores/stores.ts';

const RADIUS = `Expected a whole number from 1 to ${SEARCH_RADIUS_MAX.mi} miles or ${SEARCH_RADIUS_MAX.km} km.`;
const RESULTS = `Expected a whole number from 1 to ${MAP_RESULTS_MAX}.`;

const searchRadius = z
  .int(RADIUS)
  .min(1, RADIUS)
  .max(SEARCH_RADIUS_MAX.km, RADIUS)
  .meta({
    description:
      'The default radius of a search around a point, in `unit`. A change of `unit` alone keeps the number. ' +
      `At most ${SEARCH_RADIUS_MAX.mi} miles.`,
  });
const maxResults = z
  .int(RESULTS)
  .min(1, RESULTS)
  .max(MAP_RESULTS_MAX, RESULTS)
  .meta({ description: 'The maximum number of locations that a search around a point finds.' });

const unit = z
  .enum(['mi', 'km'], 'Expected "mi" or "km".')
  .meta({ description: 'The unit of `searchRadius`, and of `radius` and `distance` in a search.' });

export const MapFieldRequest = body({
  name: propertyName.refine((name) => name !== '__proto__', 'Expected another name.'),
  type: z.enum(['string', 'number', 'boolean'], 'Expected "string", "number" or "boolean".'),
}).meta({ id: 'MapFieldRequest' });

const fields = z
  .array(MapFieldRequest, 'Expected a list of fields.')
  .max(MAP_FIELDS_MAX, `Expected at most ${MAP_FIELDS_MAX} fields.`)
  .meta({
    description:
      'The fields of the locations. Replaces the list: a field that is no longer in it, or has another type, loses its ' +
      'values in all locations.',
  });

export const CreateMapRequest = body({
  name: nameText(NAME_MAX),
  searchRadius: searchRadius
    .optional()
    .meta({ description: `In \`unit\`; default ${SEARCH_RADIUS_DEFAULT}.` }),
  maxResults: maxResults.optional().meta({ description: `Default ${MAP_RESULTS_DEFAULT}.` }),
  unit: unit.optional().meta({ description: 'Default: mi.' }),
  fields: fields.optional().meta({ description: 'Default: none.' }),
}).meta({ id: 'CreateMapRequest' });
export type CreateMapRequest = z.input<typeof CreateMapRequest>;

export const UpdateMapRequest = body({
  name: nameText(NAME_MAX).optional(),
  searchRadius: searchRadius.optional(),
  maxResults: maxResults.optional(),
  unit: unit.optional(),
  fields: fields.optional(),
}).meta({ id: 'UpdateMapRequest' });
export type UpdateMapRequest = z.input<typeof UpdateMapRequest>;

export const MapResponse = z
  .object({
    id: z.int32(),
    name: z.string(),
    searchRadius: z.int(),
    maxResults: z.int(),
    unit: z.enum(['mi', 'km']),
    fields: z.array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean']) })),
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
