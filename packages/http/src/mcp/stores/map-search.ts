import { SEARCH_RADIUS_MAX, ValidationError } from '@vitrine/core';
import type { LocationResponse, MapResponse, SearchLocationsQuery } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { quote } from '../../ground/quote.ts';
import { aboutNamed } from '../tools/missing.ts';
import { fitItems } from '../tools/result-size.ts';
import {
  inputSchema,
  readArguments,
  resultSchema,
  type StoreTool,
  shownAsText,
  type ToolCall,
} from '../tools/tool.ts';
import { limitArgument, readJsonText, readStructureText } from '../tools/tool-arguments.ts';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 50;

const FIELDS_MESSAGE = 'Expected an object with values of fields such as {"open": true}.';

const Arguments = bodyContract({
  mapId: shownAsText({}),
  lat: z.preprocess(readJsonText, z.number('Expected degrees.')).optional(),
  lng: z.preprocess(readJsonText, z.number('Expected degrees.')).optional(),
  place: z.string('Expected the name of a place.').optional().meta({ description: 'Or a city or postcode.' }),
  fields: z
    .preprocess(readStructureText, z.unknown())
    .refine((value) => typeof value === 'object' && !Array.isArray(value), FIELDS_MESSAGE)
    .optional()
    .meta({ type: 'object', description: 'Exact values by field.' }),
  limit: limitArgument(LIMIT_MAX, LIMIT_DEFAULT),
});

/** Finds the locations of a map that are nearest to a point or to a place. */
export const mapSearch: StoreTool = {
  name: 'map_search',
  title: 'Find the nearest places',
  scope: 'account',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema({ locations: 'array' }, { unit: 'string' }),

  describe: () =>
    [
      'Finds the locations of a map, nearest to lat and lng or to a place first, with their distance; without a point the newest. ' +
        'Call map_list before.',
      'Example: {"mapId": "1", "place": "Berlin", "fields": {"open": true}, "limit": 3}.',
    ].join('\n'),

  async run(call, given) {
    const { mapId, lat, lng, place, fields, limit = LIMIT_DEFAULT } = readArguments(Arguments, given);
    const map = await openMap(call, mapId);
    if (place !== undefined && (lat !== undefined || lng !== undefined)) {
      throw new ValidationError([{ path: 'place', message: 'Give a place or coordinates, not both.' }]);
    }
    const point = place === undefined ? { lat, lng } : await locate(call, place);
    const isAround = point.lat !== undefined && point.lng !== undefined;
    const { vitrine, principal, signal } = call;
    const page = await vitrine.locations.search(
      principal,
      map.id,
      {
        ...point,
        // The nearest ones, however far they are.
        ...(isAround ? { radius: SEARCH_RADIUS_MAX[map.unit], unit: map.unit } : {}),
        ...(fields === undefined ? {} : { field: fields as SearchLocationsQuery['field'] }),
        limit: Math.min(limit, LIMIT_MAX),
      },
      { signal },
    );
    const locations = fitItems(page.items.map(showLocation));
    const more = page.cursor !== undefined || locations.length < page.items.length;
    return {
      ...(isAround ? { unit: map.unit, ...point } : {}),
      locations,
      ...(more ? { truncated: true } : {}),
    };
  },
};

function openMap({ vitrine, principal, signal }: ToolCall, mapId: unknown): Promise<MapResponse> {
  const id = String(mapId);
  const hint = () => `No map ${quote(id)}. Call map_list to find the mapId.`;
  return aboutNamed({ path: 'mapId', hint }, () => vitrine.maps.get(principal, id, { signal }));
}

/** @throws ValidationError at `place` if there is no such place. */
async function locate({ vitrine, principal, signal }: ToolCall, place: string) {
  const point = await vitrine.locations.locate(principal, place, { signal });
  if (point !== null) return point;
  const message = `No place ${quote(place)} is known here. Pass a larger place nearby, or lat and lng.`;
  throw new ValidationError([{ path: 'place', message }]);
}

/** Leaves out what is unset, and how the coordinates were found. */
function showLocation({ id, uniqueId, name, address, lat, lng, fields, distance }: LocationResponse) {
  const shown = { id, uniqueId, name, address, lat, lng, distance };
  const set = Object.entries(shown).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(set), ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}
