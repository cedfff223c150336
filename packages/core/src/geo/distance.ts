/** A point on the globe: degrees, −90…90 and −180…180. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Of the sphere that distances are measured on (docs/rules.md#location-search). */
const EARTH_RADIUS_MILES = 3958.7613;

const RADIANS = Math.PI / 180;

/**
 * The haversine of the angle between two points: 0 at the same place, 1 at the other end of the globe. It rises with the
 * distance and needs no more than sine and cosine, so SQL engines compute it too, if not to the last bit.
 */
export function haversine(from: Point, to: Point): number {
  const halfLat = Math.sin(((to.lat - from.lat) * RADIANS) / 2);
  const halfLng = Math.sin(((to.lng - from.lng) * RADIANS) / 2);
  const h = halfLat ** 2 + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * halfLng ** 2;
  return Math.min(1, h);
}

/**
 * Miles along the surface. The one definition of a distance: every storage orders and cuts by exactly this number, which a
 * cursor may therefore carry from one to the other.
 */
export function distanceMiles(from: Point, to: Point): number {
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(haversine(from, to)));
}

/** The haversine of a distance; of half the globe and beyond, 1. */
export function haversineOf(miles: number): number {
  const angle = Math.min(miles / EARTH_RADIUS_MILES, Math.PI);
  return Math.sin(angle / 2) ** 2;
}

/** A part of the globe between two parallels and, in each span, between two meridians, the western one first. */
export interface Band {
  readonly south: number;
  readonly north: number;
  /** One, or two where the part lies on both sides of the date line. */
  readonly spans: readonly (readonly [west: number, east: number])[];
}

const ALL_AROUND = [[-180, 180]] as const;

/** Makes the band a little too large, so that rounding leaves nothing out. */
const SLACK = 1.000_1;

/** A band that holds every point within the distance. It may hold others. */
export function bandAround({ lat, lng }: Point, miles: number): Band {
  const angle = (miles / EARTH_RADIUS_MILES) * SLACK;
  const reach = angle / RADIANS;
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)];
  // A circle that holds a pole reaches around the globe.
  if (lat - reach <= -90 || lat + reach >= 90) return { south, north, spans: ALL_AROUND };
  const width = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIANS))) / RADIANS) * SLACK;
  const [west, east] = [lng - width, lng + width];
  if (width >= 180) return { south, north, spans: ALL_AROUND };
  if (west < -180)
    return {
      south,
      north,
      spans: [
        [-180, east],
        [west + 360, 180],
      ],
    };
  if (east > 180)
    return {
      south,
      north,
      spans: [
        [-180, east - 360],
        [west, 180],
      ],
    };
  return { south, north, spans: [[west, east]] };
}
