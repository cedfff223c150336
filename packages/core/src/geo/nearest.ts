import { compareText } from '../query/compare.ts';
import { distanceMiles, type Point } from './distance.ts';

/** Where a search by distance goes on: behind the location with this distance and id. */
export interface DistancePosition {
  readonly distance: number;
  readonly id: string;
}

/** What is looked for around a point. */
export interface Surroundings {
  readonly center: Point;
  /** A location at exactly this distance is found. */
  readonly radiusMiles: number;
  readonly after: DistancePosition | null;
  readonly limit: number;
}

/**
 * Of candidates the nearest, each once, in order: by distance, those of equal distance by id. One more than `limit` when there
 * are as many, which tells that more exist.
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
