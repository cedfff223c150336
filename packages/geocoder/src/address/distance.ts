const EARTH_MILES = 3958.7613;
const RADIANS = Math.PI / 180;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Great-circle distance (haversine). */
export function milesBetween(from: Point, to: Point): number {
  const lat = Math.sin(((to.lat - from.lat) * RADIANS) / 2);
  const lng = Math.sin(((to.lng - from.lng) * RADIANS) / 2);
  const chord = lat * lat + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * lng * lng;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
