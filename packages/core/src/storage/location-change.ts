import type { GeocodeStatus, LocationChange, LocationRow } from './locations.ts';

/** The members of a location that say where it is, and how that is known. */
export type Placing = Pick<LocationRow, 'lat' | 'lng' | 'status' | 'precision' | 'error'>;

const QUEUED: Placing = { lat: null, lng: null, status: 'queued', precision: null, error: null };

/** How a new location stands: given coordinates win, an address alone is queued. */
export function placingOf({ lat, lng }: Pick<LocationRow, 'lat' | 'lng'>): Placing {
  return lat === null || lng === null ? QUEUED : { ...QUEUED, lat, lng, status: 'manual' };
}

export interface ChangedLocation extends Placing {
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  /** Whether it is queued anew, leaves the queue, or stays where it is. In the first two a claim on it counts no more. */
  readonly queue: 'enter' | 'leave' | 'stay';
}

/**
 * A location after a change (docs/rules.md#geocoding). Coordinates make it `manual`. A changed address
 * without coordinates is queued again and the old coordinates are cleared, and so is an address that coordinates are taken
 * from. Null: it would have neither coordinates that were given nor an address.
 */
export function changeLocation(row: LocationRow, change: LocationChange): ChangedLocation | null {
  const { uniqueId = row.uniqueId, name = row.name, address = row.address, place } = change;
  const kept = { uniqueId, name, address };
  if (place !== undefined && place !== null) {
    return { ...kept, ...placingOf(place), queue: 'leave' };
  }
  const isManual = row.status === 'manual' && place === undefined;
  if (address === null && !isManual) return null;
  if (address !== null && (address !== row.address || place === null)) {
    return { ...kept, ...QUEUED, queue: 'enter' };
  }
  const { lat, lng, status, precision, error } = row;
  return { ...kept, lat, lng, status, precision, error, queue: 'stay' };
}

/** Whether a geocoder has still to answer. */
export function isWaiting(status: GeocodeStatus): boolean {
  return status === 'queued' || status === 'processing';
}
