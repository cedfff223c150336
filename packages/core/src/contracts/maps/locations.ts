import { z } from 'zod';
import type { Page } from '../../ground/calls/pages.ts';
import { parseJsonNumber } from '../../ground/json.ts';
import { ADDRESS_MAX, NAME_MAX, SEARCH_RADIUS_MAX, STRING_MAX, UNIQUE_ID_MAX } from '../../ground/limits.ts';
import { body, nameText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';

function degrees(most: number) {
  const message = `Expected a number of degrees from -${most} to ${most}, or null.`;
  return z.number(message).min(-most, message).max(most, message).nullable();
}

const lat = degrees(90).meta({ description: 'Degrees. Together with `lng`.' });
const lng = degrees(180).meta({ description: 'Degrees. Together with `lat`.' });
const uniqueId = nameText(UNIQUE_ID_MAX)
  .nullable()
  .meta({ description: 'Your id of the location, unique within its map.' });
const name = nameText(NAME_MAX).nullable();
const address = nameText(ADDRESS_MAX).nullable();

const fieldValue = z.union(
  [z.string(), z.number(), z.boolean(), z.null()],
  'Expected a string, a number, a boolean or null.',
);
const fields = z
  .record(z.string(), fieldValue, 'Expected an object with values of the fields of the map.')
  .meta({ description: 'Values of the fields of the map by name. Null removes a value.' });

export const AddLocationRequest = body({
  address: address
    .optional()
    .meta({ description: 'Geocoded in the background unless coordinates are given.' }),
  lat: lat.optional(),
  lng: lng.optional(),
  uniqueId: uniqueId.optional(),
  name: name.optional(),
  fields: fields.optional(),
}).meta({ id: 'AddLocationRequest' });
export type AddLocationRequest = z.input<typeof AddLocationRequest>;

export const UpdateLocationRequest = body({
  address: address
    .optional()
    .meta({ description: 'A changed address is geocoded again, and the old coordinates are removed.' }),
  lat: lat
    .optional()
    .meta({ description: 'Degrees. Together with `lng`. Both null: geocodes the address again.' }),
  lng: lng.optional(),
  uniqueId: uniqueId.optional().meta({ description: 'Null clears it.' }),
  name: name.optional(),
  fields: fields.optional().meta({
    description: 'Changes the given fields only. Null removes a value.',
  }),
}).meta({ id: 'UpdateLocationRequest' });
export type UpdateLocationRequest = z.input<typeof UpdateLocationRequest>;

export const LocationResponse = z
  .object({
    id: z.string(),
    mapId: z.int32(),
    uniqueId: z.string().nullable(),
    name: z.string().nullable(),
    address: z.string().nullable(),
    lat: z.number().nullable().meta({ description: 'Null while the place is unknown.' }),
    lng: z.number().nullable(),
    geocodeStatus: z
      .enum(['queued', 'processing', 'located', 'failed', 'manual'])
      .meta({ description: '`manual`: the coordinates were given.' }),
    geocodePrecision: z
      .enum(['exact', 'rooftop', 'street', 'postcode', 'city', 'region', 'country'])
      .nullable()
      .meta({
        description:
          'What the coordinates of a located address are: those that the address itself states (`exact`), a house, a ' +
          'street, or only the centre of a postcode, a city, a region or a country.',
      }),
    geocodeError: z.enum(['no_match', 'unavailable', 'ambiguous']).nullable().meta({
      description:
        '`no_match` and `unavailable` say why it failed; `ambiguous`: located at the likeliest of several places.',
    }),
    geocodeConfidence: z.number().nullable().meta({
      description:
        'How likely the place of a located address is the one that is meant, from 0 to 1; `geocodePrecision` says how exact it is. Null: not located, or unknown.',
    }),
    geocodeMatched: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The parts of the address that name the place. Null: not located, or unknown.' }),
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .meta({ description: 'The values by the names of the fields of the map.' }),
    distance: z.number().optional().meta({
      description: 'The distance from the point of the search in the `unit` of the page, exact to a meter.',
    }),
    distanceMiles: z.number().optional().meta({ description: 'The same distance in miles.' }),
    date_created: Timestamp,
    date_updated: Timestamp,
  })
  .meta({ id: 'LocationResponse' });
export type LocationResponse = z.output<typeof LocationResponse>;

export const CursorPageOfLocationResponse = cursorPage(LocationResponse)
  .extend({
    unit: z.enum(['mi', 'km']).optional().meta({ description: 'Around a point: the unit of `distance`.' }),
    radius: z.number().optional().meta({ description: 'Around a point: the radius in `unit`.' }),
    maxResults: z.int().optional().meta({
      description: 'Around a point: the maximum number of locations on all pages together.',
    }),
  })
  .meta({ id: 'CursorPageOfLocationResponse' });

/** A page of a search. Around a point it also has the radius, its unit and the maximum number of results. */
export interface LocationPage extends Page<LocationResponse> {
  unit?: 'mi' | 'km';
  radius?: number;
  maxResults?: number;
}

/** Returns the contract of a number in a query or its string form. */
function queryNumber(message: string, isRight: (value: number) => boolean) {
  return z
    .union([z.number(), z.string()], message)
    .optional()
    .transform((value, context) => {
      if (value === undefined) return undefined;
      const number = typeof value === 'number' ? value : (parseJsonNumber(value) ?? Number.NaN);
      if (isRight(number)) return number + 0;
      context.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    });
}

function queryDegrees(most: number) {
  const message = `Expected a number of degrees from -${most} to ${most}.`;
  return queryNumber(message, (value) => Math.abs(value) <= most).meta({
    format: 'double',
    minimum: -most,
    maximum: most,
    description: 'Degrees of the center of the search.',
  });
}

const queryText = z
  .string('Expected text.')
  .refine((text) => text.length <= STRING_MAX, `Expected at most ${STRING_MAX} characters.`)
  .optional();

export const SearchLocationsQuery = query({
  limit: pageLimit,
  cursor,
  address: queryText.meta({ description: 'Case-insensitive part of the address.' }),
  uniqueId: queryText.meta({ description: 'The exact uniqueId.' }),
  lat: queryDegrees(90),
  lng: queryDegrees(180),
  radiusMiles: queryNumber(
    `Expected a whole number of miles from 1 to ${SEARCH_RADIUS_MAX.mi}.`,
    (value) => Number.isInteger(value) && value >= 1 && value <= SEARCH_RADIUS_MAX.mi,
  ).meta({
    maximum: SEARCH_RADIUS_MAX.mi,
    description: 'Miles around the point. Default: the searchRadius of the map.',
  }),
  radius: queryNumber(
    `Expected a number above 0, at most ${SEARCH_RADIUS_MAX.mi} miles or ${SEARCH_RADIUS_MAX.km} km.`,
    (value) => value > 0 && value <= SEARCH_RADIUS_MAX.km,
  ).meta({
    format: 'double',
    maximum: SEARCH_RADIUS_MAX.km,
    description: 'The radius around the point in `unit`, instead of radiusMiles.',
  }),
  unit: choice(['mi', 'km']).meta({
    description: 'The unit of `radius` and of `distance`. Default: the unit of the map.',
  }),
  field: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean()], 'Expected text, a number or a boolean.'),
      'Expected an object with values of fields.',
    )
    .optional()
    .meta({
      description:
        'The exact values of fields, a parameter for each: `field[<name>]=<value>` or `field.<name>=<value>`. All must be equal. ' +
        'Can be combined with each other filter.',
    }),
});
export type SearchLocationsQuery = z.input<typeof SearchLocationsQuery>;
