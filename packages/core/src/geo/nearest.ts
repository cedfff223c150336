import { compareText } from '../query/compare.ts';
import { distanceMiles, type Point } from './distance.ts';

/** The position in a search by distance: the next page starts after the location with this distance and id. */
export interface DistancePosition {
  readonly distance: number;
  readonly id: string;
}

/** A search around a point. */
export interface Surroundings {
  readonly center: Point;
  /** Inclusive. */
  readonly radiusMiles: number;
  readonly after: DistancePosition | null;
  readonly limit: number;
}

/**
 * Returns the nearest candidates within the radius, sorted by distance and then by id. Returns up to `limit` + 1 rows:
 * the extra row means that more exist.
 */
export function nearest<Row extends { readonly id: string } & Point>(
  candidates: Iterable<Row>,
  { center, radiusMiles, after, limit }: Surroundings,
): (Row & { readonly distanceMiles: number })[] {
  const found: (Row & { readonly distanceMiles: number })[] = [];
  for (const row of candidates) {
    const distance = distanceMiles(center, row);
    if (distance > radiusMiles) continue;
    if (after !== null && compare(distance, row.id, after) <= 0) continue;
    found.push({ ...row, distanceMiles: distance });
  }
  found.sort((a, b) => compare(a.distanceMiles, a.id, { distance: b.distanceMiles, id: b.id }));
  return found.slice(0, limit + 1);
}

function compare(distance: number, id: string, other: DistancePosition): number {
  return distance - other.distance || compareText(id, other.id);
}
