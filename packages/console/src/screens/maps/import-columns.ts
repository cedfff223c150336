import type { AddLocationRequest, MapResponse } from '@vitrine/client';
import { readDegrees } from '../../../../core/src/geo/coordinates.ts';
import { readTypedText, type TextForm } from '../../../../core/src/imports/values/typed-text.ts';
import { areYesAndNo, wordOf } from '../../../../core/src/imports/values/yes-and-no.ts';

/**
 * The place of a column's values: a member of a location, a part of the address, a field of the map, a field that the map
 * gets with the name of the column, or nowhere.
 */
export type Target =
  | 'skip'
  | 'uniqueId'
  | 'name'
  | 'address'
  | 'lat'
  | 'lng'
  | 'newField'
  | `field:${string}`;

type Field = MapResponse['fields'][number];

/** Names of columns without case, spaces, `_` and `-`. */
const GUESSES: Readonly<Record<string, Target>> = {
  uniqueid: 'uniqueId',
  id: 'uniqueId',
  iata: 'uniqueId',
  code: 'uniqueId',
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

/** Guesses what the columns hold. Only the address may have several columns. */
export function guessTargets(columns: readonly string[], { fields }: MapResponse): Target[] {
  const taken = new Set<Target>();
  return columns.map((column) => {
    const isField = fields.some(({ name }) => name === column);
    const guess = isField
      ? (`field:${column}` as const)
      : (GUESSES[
          column
            .trim()
            .toLowerCase()
            .replace(/[\s_-]/g, '')
        ] ?? 'skip');
    if (guess !== 'address' && guess !== 'skip' && taken.has(guess)) return 'skip';
    taken.add(guess);
    return guess;
  });
}

/** Returns whether the columns can give a location a place. */
export function hasPlace(targets: readonly Target[]): boolean {
  return targets.includes('address') || (targets.includes('lat') && targets.includes('lng'));
}

/** A file with the rows of locations. */
export interface LocationFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly form: TextForm;
}

/** Returns how a file writes numbers. Nothing decides about 1.500 between semicolons, so the server refuses it. */
export function formOf(delimiter: string): TextForm {
  return { decimal: delimiter === ';' ? 'open' : 'plain', dates: null };
}

/** Returns the fields that the map has to get, each of the type that all values of its column have. */
export function newFields(
  { columns, rows, form }: LocationFile,
  targets: readonly Target[],
): readonly Field[] {
  return columns.flatMap((column, at) =>
    targets[at] === 'newField'
      ? [
          {
            name: column.trim(),
            type: typeOf(
              rows.map((row) => row[at] ?? ''),
              form,
            ),
          },
        ]
      : [],
  );
}

/** Returns the targets with new fields as those that the map has now. */
export function withFields(columns: readonly string[], targets: readonly Target[]): readonly Target[] {
  return targets.map((target, at) =>
    target === 'newField' ? (`field:${columns[at]?.trim()}` as const) : target,
  );
}

function typeOf(cells: readonly string[], form: TextForm): Field['type'] {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (values.length === 0) return 'string';
  // A phone number begins with a plus.
  const areNumbers = values.every(
    (value) => !value.startsWith('+') && typeof readTypedText(value, 'number', form) === 'number',
  );
  if (areNumbers) return 'number';
  return areYesAndNo(new Set(values.map((value) => wordOf(value) ?? value))) ? 'boolean' : 'string';
}

/** Converts a row to a location. Text that is no value stays text, so that the server refuses it in its own words. */
export function toLocation(
  row: readonly string[],
  targets: readonly Target[],
  { fields }: { readonly fields: readonly Field[] },
  form: TextForm,
): AddLocationRequest {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const body: Record<string, unknown> = {};
  const values: [string, unknown][] = [];
  const address: string[] = [];
  for (const [at, target] of targets.entries()) {
    const cell = (row[at] ?? '').trim();
    if (cell === '' || target === 'skip') continue;
    if (target === 'address') address.push(cell);
    else if (target === 'lat' || target === 'lng') body[target] = readDegrees(cell, target) ?? cell;
    else if (target.startsWith('field:')) {
      const name = target.slice('field:'.length);
      values.push([name, readTypedText(cell, types.get(name) ?? 'string', form)]);
    } else body[target] = cell;
  }
  if (address.length > 0) body.address = address.join(', ');
  if (values.length > 0) body.fields = Object.fromEntries(values);
  return body as AddLocationRequest;
}
