import type { LocationResponse } from '@vitrine/client';
import { useMemo } from 'preact/hooks';
import Supercluster from 'supercluster';
import { placeOf } from '../locations/location-state.ts';
import { type Point, pointAt, type Size, type Viewport, zoomOf } from '../world/viewport.ts';

/** What the map shows at a place: one location, or several that are too close to be shown apart. */
export type Mark =
  | { readonly kind: 'location'; readonly location: LocationResponse; readonly point: Point }
  | {
      readonly kind: 'cluster';
      readonly id: number;
      readonly count: number;
      readonly point: Point;
      readonly zoom: number;
    };

const RADIUS_PIXELS = 44;
const ZOOM_MAX = 15;

interface Placed {
  readonly location: LocationResponse;
}

/** Returns the marks inside the viewport. The selected location is in no cluster. */
export function useMarks(
  locations: readonly LocationResponse[],
  selectedId: string | null,
  view: Viewport,
  size: Size,
): readonly Mark[] {
  const index = useMemo(() => {
    const points = locations.flatMap((location) => {
      const place = placeOf(location);
      if (place === null || location.id === selectedId) return [];
      const geometry = { type: 'Point' as const, coordinates: [place.lng, place.lat] };
      return [{ type: 'Feature' as const, geometry, properties: { location } }];
    });
    return new Supercluster<Placed>({ radius: RADIUS_PIXELS, maxZoom: ZOOM_MAX }).load(points);
  }, [locations, selectedId]);

  return useMemo(() => {
    // A margin, so that marks at the edge do not vanish while they are half visible.
    const margin = RADIUS_PIXELS;
    const northWest = pointAt(-margin, -margin, view, size);
    const southEast = pointAt(size.width + margin, size.height + margin, view, size);
    const zoom = Math.max(0, Math.min(ZOOM_MAX + 1, Math.round(zoomOf(view))));
    const found = index.getClusters([northWest.lng, southEast.lat, southEast.lng, northWest.lat], zoom);
    const marks = found.map(({ geometry, properties }): Mark => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      if ('location' in properties) {
        return { kind: 'location', location: properties.location, point: { lat, lng } };
      }
      const { cluster_id: id, point_count: count } = properties;
      return { kind: 'cluster', id, count, point: { lat, lng }, zoom: index.getClusterExpansionZoom(id) };
    });
    const selected = locations.find(({ id }) => id === selectedId);
    const point = selected === undefined ? null : placeOf(selected);
    return selected === undefined || point === null
      ? marks
      : [...marks, { kind: 'location', location: selected, point }];
  }, [index, locations, selectedId, view, size]);
}
