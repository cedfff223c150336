import type { PropertyType } from '../../ground/rows.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { MapRow } from '../../storage/maps/maps.ts';

/** The store or the map of a source. Null: it does not exist. */
export type SourcePlace = StoreRow | MapRow | null;

/** The places of the sources of a design, by the names of the sources. */
export type LiveEnvironment = ReadonlyMap<string, SourcePlace>;

/** The properties of a location besides its fields, with the unit of the source in `distance`. */
const LOCATION_PROPERTIES: ReadonlyMap<string, PropertyType> = new Map([
  ['name', 'string'],
  ['address', 'string'],
  ['uniqueId', 'string'],
  ['lat', 'number'],
  ['lng', 'number'],
  ['distance', 'number'],
]);

/** Returns the types of the properties that a source has, by their names. */
export function propertiesOf(place: NonNullable<SourcePlace>): ReadonlyMap<string, PropertyType> {
  if ('fields' in place) {
    return new Map<string, PropertyType>([
      ...place.fields.map(({ name, type }) => [name, type] as const),
      ...LOCATION_PROPERTIES,
    ]);
  }
  return new Map<string, PropertyType>([
    ['id', 'string'],
    ['date_created', 'datetime'],
    ['date_updated', 'datetime'],
    ...[...schemaOf(place).propertiesByName].map(([name, { type }]) => [name, type] as const),
  ]);
}
