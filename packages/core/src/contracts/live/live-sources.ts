import { z } from 'zod';
import { PROPERTIES_MAX, SEARCH_RADIUS_MAX } from '../../ground/limits.ts';
import { anObject, id, oneOf } from '../designs/design-members.ts';
import { template } from '../designs/live-members.ts';
import { plainText } from '../ground/contract.ts';

const FILTERS_MAX = 10;
const RADIUS = `Expected a number above 0, at most ${SEARCH_RADIUS_MAX.km}.`;
const COUNTRY_FORM = 'Expected two letters of ISO 3166, such as US.';

const storeId = plainText(64).meta({ description: 'A store of the account.' });

/** A filter of a search of records. A text in its value is a template. */
const sourceFilter = z.object(
  {
    field: z.string('Expected a property name.').meta({ description: 'A property of the store.' }),
    op: z.string('Expected an operator.'),
    value: z.unknown().optional().meta({ description: 'As in a search. Text is a template.' }),
  },
  anObject,
);

export const LiveRecordSource = z
  .object(
    {
      kind: z.literal('record'),
      storeId,
      key: z
        .record(z.string(), template, anObject)
        .refine(
          (key) => Object.keys(key).length <= PROPERTIES_MAX,
          `Expected at most ${PROPERTIES_MAX} members.`,
        )
        .meta({
          description:
            'A template for each unique property of the store. For a store without them: `{"id": …}`.',
        }),
    },
    anObject,
  )
  .meta({ id: 'LiveRecordSource' });
export type LiveRecordSource = z.output<typeof LiveRecordSource>;

export const LiveQuerySource = z
  .object(
    {
      kind: z.literal('query'),
      storeId,
      filters: z
        .array(sourceFilter, 'Expected a list of filters.')
        .max(FILTERS_MAX, `Expected at most ${FILTERS_MAX} filters.`),
      match: oneOf('all', 'any'),
      sortBy: z
        .string('Expected a property name.')
        .nullable()
        .meta({ description: 'The first match in this order is the record. Null: the newest.' }),
      sortDir: oneOf('asc', 'desc'),
    },
    anObject,
  )
  .meta({ id: 'LiveQuerySource' });
export type LiveQuerySource = z.output<typeof LiveQuerySource>;

export const LiveNearestSource = z
  .object(
    {
      kind: z.literal('nearest'),
      mapId: id('a map'),
      place: template.nullable().meta({
        description: 'An address, a place or a postcode, found without the network. Null: `lat` and `lng`.',
      }),
      country: z
        .string(COUNTRY_FORM)
        .regex(/^[A-Za-z]{2}$/, COUNTRY_FORM)
        .toUpperCase()
        .nullable()
        .meta({
          description: 'The country of `place`. Null: any.',
        }),
      lat: template.nullable(),
      lng: template.nullable(),
      maxDistance: z
        .number(RADIUS)
        .positive(RADIUS)
        .max(SEARCH_RADIUS_MAX.km, RADIUS)
        .nullable()
        .meta({ description: 'In `unit`. Null: the radius of the map.' }),
      unit: oneOf('km', 'mi').nullable().meta({ description: "Null: the map's unit." }),
    },
    anObject,
  )
  .meta({ id: 'LiveNearestSource' });
export type LiveNearestSource = z.output<typeof LiveNearestSource>;

const SOURCE_KINDS = ['record', 'query', 'nearest'] as const;

export const LiveSource = z
  .discriminatedUnion('kind', [LiveRecordSource, LiveQuerySource, LiveNearestSource], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `Expected one of ${SOURCE_KINDS.join(', ')}.` : anObject,
  })
  .meta({ id: 'LiveSource' });
export type LiveSource = z.output<typeof LiveSource>;

/** The defaults of a source by its kind. `storeId` and `mapId` have none. */
export const DEFAULT_SOURCES = {
  record: { kind: 'record', key: {} },
  query: { kind: 'query', filters: [], match: 'all', sortBy: null, sortDir: 'asc' },
  nearest: {
    kind: 'nearest',
    place: null,
    country: null,
    lat: null,
    lng: null,
    maxDistance: null,
    unit: null,
  },
} as const;
