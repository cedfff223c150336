import { type LocationState, readPoint, STATES } from './locations/location-state.ts';
import type { Point } from './world/viewport.ts';

/** The state of the screen in the address of the page. */
export interface MapAddress {
  readonly address: string;
  readonly near: Point | null;
  /** In the unit of the map. Null: that of the map. */
  readonly radius: number | null;
  readonly tab: 'all' | 'review';
  /** Null: locations of all states. */
  readonly state: LocationState | null;
  /** The chosen location. */
  readonly id: string | null;
}

export function readFilter(query: URLSearchParams): MapAddress {
  const radius = Number(query.get('radius') ?? Number.NaN);
  return {
    address: query.get('q') ?? '',
    near: readPoint(query.get('near') ?? ''),
    radius: radius > 0 ? radius : null,
    tab: query.get('tab') === 'review' ? 'review' : 'all',
    state: STATES.find((state) => state === query.get('state')) ?? null,
    id: query.get('id'),
  };
}

/** Returns a point for the address of the page. */
export function showNear({ lat, lng }: Point): string {
  const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
  return `${round(lat)},${round(lng)}`;
}
