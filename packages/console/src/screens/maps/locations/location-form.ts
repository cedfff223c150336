import type { AddLocationRequest, LocationResponse, MapResponse } from '@vitrine/client';
import { readNumber } from '../../../records/read-value.ts';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { placeOf, readPoint, showPoint } from './location-state.ts';

/** The texts of the panel of a location. `fields` has those of the fields of the map by name. */
export interface LocationTexts {
  readonly name: string;
  readonly address: string;
  readonly coordinates: string;
  readonly uniqueId: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The texts that were typed into the panel, and those that it showed before. */
export interface TypedTexts {
  readonly before: LocationTexts;
  readonly texts: LocationTexts;
}

/** What is wrong, by the member of the request; '' is the rest. */
export type LocationProblems = Readonly<Record<string, string>>;

type Field = MapResponse['fields'][number];

const { panel } = mapsTexts;

/** Returns a location as texts. Null: a new one. */
export function textsOf(location: LocationResponse | null, fields: readonly Field[]): LocationTexts {
  const place = location === null ? null : placeOf(location);
  return {
    name: location?.name ?? '',
    address: location?.address ?? '',
    coordinates: place === null ? '' : showPoint(place),
    uniqueId: location?.uniqueId ?? '',
    fields: Object.fromEntries(fields.map(({ name }) => [name, String(location?.fields[name] ?? '')])),
  };
}

const MEMBERS = ['name', 'address', 'coordinates', 'uniqueId'] as const;

/**
 * Returns what the panel shows of a location: what was typed where it differs from what was shown, else what is stored now.
 *
 * @param isPlaced whether its place was given by hand, and not found by the geocoder.
 */
export function rebase(
  { before, texts }: TypedTexts,
  stored: LocationTexts,
  isPlaced: boolean,
): LocationTexts {
  const pick = (was: string | undefined, typed: string | undefined, now: string) =>
    typed === undefined || typed === was ? now : typed;
  const [name, address, coordinates, uniqueId] = MEMBERS.map((member) =>
    pick(before[member], texts[member], stored[member]),
  ) as [string, string, string, string];
  const fields = Object.entries(stored.fields).map(([field, now]) => [
    field,
    pick(before.fields[field], texts.fields[field], now),
  ]);
  // The pin was dragged: that is later than what was typed.
  const isMoved = isPlaced && before.coordinates !== stored.coordinates;
  return {
    name,
    address,
    coordinates: isMoved ? stored.coordinates : coordinates,
    uniqueId,
    fields: Object.fromEntries(fields),
  };
}

/** Whether two states of the panel have the same texts. */
export function isSame(one: LocationTexts, other: LocationTexts): boolean {
  return (
    MEMBERS.every((member) => one[member] === other[member]) &&
    Object.entries(one.fields).every(([name, text]) => other.fields[name] === text)
  );
}

/** The id in the address of a location that is not added yet. */
export const NEW_LOCATION = 'new';

/** Returns the name of the form of a location among those that are kept. */
export function formOfLocation(mapId: number, id: string): string {
  return `location/${mapId}/${id}`;
}

/** Returns the name of the form in which the address of a location of the queue is corrected. */
export function formOfAddress(id: string): string {
  return `address/${id}`;
}

/**
 * Returns a problem for each text that was typed over one which someone else has replaced meanwhile. The user has not seen
 * the later one.
 *
 * @param seen the texts that the panel showed before.
 */
export function problemsOfChanges(
  seen: LocationTexts,
  typed: LocationTexts,
  now: LocationTexts,
): LocationProblems {
  const flat = ({ fields, ...texts }: LocationTexts): Readonly<Record<string, string>> => ({
    ...texts,
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [pathOf({ name }), text])),
  });
  const [before, mine] = [flat(seen), flat(typed)];
  return Object.fromEntries(
    Object.entries(flat(now)).flatMap(([member, text]) =>
      text === before[member] || mine[member] === before[member] || mine[member] === text
        ? []
        : [[member === 'coordinates' ? 'lat' : member, panel.meanwhile(text)]],
    ),
  );
}

/** Returns the path of a field in requests and in the problems of the server. */
export function pathOf({ name }: Pick<Field, 'name'>): string {
  return `fields.${name}`;
}

/** Returns what differs between two states of the panel as a request, or what is wrong with it. */
export function readChanges(
  before: LocationTexts,
  after: LocationTexts,
  fields: readonly Field[],
): { readonly changes: AddLocationRequest; readonly problems: LocationProblems } {
  const problems: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  for (const member of ['name', 'address', 'uniqueId'] as const) {
    const text = after[member].trim();
    if (text !== before[member]) changes[member] = text === '' ? null : text;
  }
  const coordinates = after.coordinates.trim();
  const point = readPoint(coordinates);
  if (coordinates !== before.coordinates) {
    if (coordinates !== '' && point === null) problems.lat = panel.coordinatesWrong;
    changes.lat = point?.lat ?? null;
    changes.lng = point?.lng ?? null;
  }
  if (after.address.trim() === '' && coordinates === '') problems.address = locationTexts.placeless;
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const text = after.fields[field.name] ?? '';
    if (text === before.fields[field.name]) continue;
    const value = readValue(text, field);
    if (value === undefined) problems[pathOf(field)] = panel.numberWrong;
    else values.push([field.name, value]);
  }
  if (values.length > 0) changes.fields = Object.fromEntries(values);
  return { changes: changes as AddLocationRequest, problems };
}

/** Returns the value of a text; null for an empty one. Undefined: it is no number. */
function readValue(text: string, { type }: Field): string | number | boolean | null | undefined {
  if (text.trim() === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return text;
  return readNumber(text) ?? undefined;
}
