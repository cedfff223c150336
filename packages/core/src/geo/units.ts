/** The unit of distances. */
export type DistanceUnit = 'mi' | 'km';

/** The international mile of 1959, exactly. */
const KILOMETERS_PER_MILE = 1.609_344;

export function toMiles(distance: number, unit: DistanceUnit): number {
  return unit === 'mi' ? distance : distance / KILOMETERS_PER_MILE;
}

export function toKilometers(miles: number): number {
  return miles * KILOMETERS_PER_MILE;
}
