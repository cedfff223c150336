import type { AddLocationRequest, InferredProperty, InferStoreResponse, MapResponse } from '@vitrine/client';
import { readDegrees } from '../../../../../core/src/geo/angle.ts';
import { readTypedText } from '../../../../../core/src/imports/values/typed-text.ts';
import { proposeKey } from '../file/key-proposal.ts';
import { formOf } from '../file/settings/text-form.ts';

/**
 * The meaning of a column: a member of a location, a part of the address, a field of the map, a field that the map gets
 * with the name of the column, or nothing.
 */
export type Meaning = 'skip' | 'name' | 'address' | 'lat' | 'lng' | 'newField' | `field:${string}`;

type Field = MapResponse['fields'][number];
type Fields = Pick<MapResponse, 'fields'>;

/** The meanings of the columns of a file. */
export interface LocationPlan {
  readonly meanings: readonly Meaning[];
  /** The place of the column with the uniqueIds, which may have another meaning, too. Null: there is none. */
  readonly key: number | null;
}

/** Names of columns without case, spaces, `_` and `-`. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  name: 'name',
  title: 'name',
  address: 'address',
  adresse: 'address',
  street: 'address',
  strasse: 'address',
  zip: 'address',
  postcode: 'address',
  plz: 'address',
  city: 'address',
  stadt: 'address',
  ort: 'address',
  state: 'address',
  country: 'address',
  land: 'address',
  lat: 'lat',
  latitude: 'lat',
  lng: 'lng',
  lon: 'lng',
  long: 'lng',
  longitude: 'lng',
};
const KEY = 'uniqueid';

/** Guesses the meanings of columns. Only the address may have several columns; an unknown column becomes a new field. */
export function guessPlan({ properties }: InferStoreResponse, { fields }: Fields): LocationPlan {
  const taken = new Set<Meaning>();
  const named = properties.findIndex(({ column }) => bare(column) === KEY);
  const proposed = proposeKey(properties) ?? properties.find(isDistinctName);
  const key = named >= 0 ? named : proposed === undefined ? -1 : properties.indexOf(proposed);
  const meanings = properties.map((property, at): Meaning => {
    const guess = guessMeaning(property, fields, at === key);
    if (guess !== 'address' && guess !== 'newField' && taken.has(guess)) return 'newField';
    taken.add(guess);
    return guess;
  });
  return { meanings, key: key < 0 ? null : key };
}

function guessMeaning(
  { column, count }: InferredProperty,
  fields: readonly Field[],
  isKey: boolean,
): Meaning {
  if (fields.some(({ name }) => name === column)) return `field:${column}`;
  return MEANINGS[bare(column)] ?? (isKey || count === 0 ? 'skip' : 'newField');
}

/** Names identify locations if nothing else does. */
function isDistinctName({ column, distinct }: InferredProperty): boolean {
  return distinct && MEANINGS[bare(column)] === 'name';
}

function bare(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}

/** Returns whether the columns can give a location a place. */
export function hasPlace({ meanings }: LocationPlan): boolean {
  return meanings.includes('address') || (meanings.includes('lat') && meanings.includes('lng'));
}

/** Returns the fields that the map has to get, each of the type that the values of its column have. */
export function newFields({ properties }: InferStoreResponse, { meanings }: LocationPlan): readonly Field[] {
  return properties.flatMap(({ column, type }, at) =>
    meanings[at] === 'newField'
      ? [{ name: column.trim(), type: type === 'number' || type === 'boolean' ? type : 'string' }]
      : [],
  );
}

/** Converts a row to a location. Text that is no value stays text, so that it is refused with its reason. */
export function toLocation(
  row: readonly (string | null)[],
  found: InferStoreResponse,
  { meanings, key }: LocationPlan,
  { fields }: Fields,
): AddLocationRequest {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const body: Record<string, unknown> = {};
  const values: [string, unknown][] = [];
  const address: string[] = [];
  for (const [at, meaning] of meanings.entries()) {
    const cell = (row[at] ?? '').trim();
    const property = found.properties[at];
    if (cell === '' || property === undefined) continue;
    if (at === key) body.uniqueId = cell;
    if (meaning === 'skip') continue;
    if (meaning === 'address') address.push(cell);
    else if (meaning === 'lat' || meaning === 'lng') body[meaning] = readDegrees(cell, meaning) ?? cell;
    else if (meaning === 'name') body.name = cell;
    else {
      const name = meaning === 'newField' ? property.column.trim() : meaning.slice('field:'.length);
      values.push([name, readTypedText(cell, types.get(name) ?? 'string', formOf(found, property))]);
    }
  }
  if (address.length > 0) body.address = address.join(', ');
  if (values.length > 0) body.fields = Object.fromEntries(values);
  return body as AddLocationRequest;
}
