/** A point on the globe in degrees: latitude −90…90, longitude −180…180. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The radius of the sphere on which distances are measured (docs/rules.md#location-search). */
const EARTH_RADIUS_MILES = 3958.7613;

const RADIANS = Math.PI / 180;

/**
 * Returns the haversine of the angle between two points: 0 for the same point, 1 for opposite points. It grows with the
 * distance and needs only sine and cosine, so SQL engines can compute it, though not to the last bit.
 */
export function haversine(from: Point, to: Point): number {
  const halfLat = Math.sin(((to.lat - from.lat) * RADIANS) / 2);
  const halfLng = Math.sin(((to.lng - from.lng) * RADIANS) / 2);
  const h = halfLat ** 2 + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * halfLng ** 2;
  return Math.min(1, h);
}

/**
 * Returns the distance along the surface in miles. Every storage filters and sorts by exactly this number, so a cursor
 * that holds it is valid for all of them.
 */
export function distanceMiles(from: Point, to: Point): number {
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(haversine(from, to)));
}

/** Returns the haversine of a distance: 1 for half the circumference and more. */
export function haversineOf(miles: number): number {
  const angle = Math.min(miles / EARTH_RADIUS_MILES, Math.PI);
  return Math.sin(angle / 2) ** 2;
}

/** An area between two parallels and, in each span, between two meridians, the western one first. */
export interface Band {
  readonly south: number;
  readonly north: number;
  /** One span, or two for an area that crosses the date line. */
  readonly spans: readonly (readonly [west: number, east: number])[];
}

const ALL_AROUND = [[-180, 180]] as const;

/** Makes the band slightly too large, so that rounding excludes no point. */
const SLACK = 1.000_1;

/** Returns a band that contains every point within the distance. It may contain others. */
export function bandAround({ lat, lng }: Point, miles: number): Band {
  const angle = (miles / EARTH_RADIUS_MILES) * SLACK;
  const reach = angle / RADIANS;
  const [south, north] = [Math.max(-90, lat - reach), Math.min(90, lat + reach)];
  // A circle that contains a pole spans all longitudes.
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
