import type {
  FieldFilter,
  FieldValue,
  FieldValues,
  GeocodeStatus,
  LocationChange,
  LocationRow,
} from './locations.ts';

/** The members of a location that describe its place and the source of it. */
export type Placing = Pick<
  LocationRow,
  'lat' | 'lng' | 'status' | 'precision' | 'error' | 'confidence' | 'matched'
>;

const QUEUED: Placing = {
  lat: null,
  lng: null,
  status: 'queued',
  precision: null,
  error: null,
  confidence: null,
  matched: null,
};

/** Returns the place of a new location. Given coordinates take precedence; an address alone is queued. */
export function placingOf({ lat, lng }: Pick<LocationRow, 'lat' | 'lng'>): Placing {
  return lat === null || lng === null ? QUEUED : { ...QUEUED, lat, lng, status: 'manual' };
}

export interface ChangedLocation extends Placing {
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  readonly fields: FieldValues;
  /** Whether the location enters the queue again, leaves it, or stays where it is. `enter` and `leave` end a claim. */
  readonly queue: 'enter' | 'leave' | 'stay';
}

/**
 * Returns a location after a change (docs/rules.md#geocoding). Given coordinates make it `manual`. A location is queued
 * again, and its coordinates are cleared, if its address changes without new coordinates or its coordinates are
 * removed. Null: it would have neither given coordinates nor an address.
 */
export function changeLocation(row: LocationRow, change: LocationChange): ChangedLocation | null {
  const { uniqueId = row.uniqueId, name = row.name, address = row.address, place } = change;
  const kept = { uniqueId, name, address, fields: changeFields(row.fields, change.fields) };
  if (place !== undefined && place !== null) {
    return { ...kept, ...placingOf(place), queue: 'leave' };
  }
  const isManual = row.status === 'manual' && place === undefined;
  if (address === null && !isManual) return null;
  if (address !== null && (address !== row.address || place === null)) {
    return { ...kept, ...QUEUED, queue: 'enter' };
  }
  const { lat, lng, status, precision, error, confidence, matched } = row;
  return { ...kept, lat, lng, status, precision, error, confidence, matched, queue: 'stay' };
}

function changeFields(fields: FieldValues, change: LocationChange['fields'] = {}): FieldValues {
  const changed = Object.entries({ ...fields, ...change });
  return Object.fromEntries(changed.filter((entry): entry is [string, FieldValue] => entry[1] !== null));
}

/** Returns whether a location has all the values. */
export function hasValues(
  { fields }: Pick<LocationRow, 'fields'>,
  filters: readonly FieldFilter[] = [],
): boolean {
  return filters.every(({ key, value }) => fields[key] === value);
}

/** Returns whether the location still waits for a geocoder. */
export function isWaiting(status: GeocodeStatus): boolean {
  return status === 'queued' || status === 'processing';
}
