import type { LocationResponse } from '@vitrine/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { query, setQuery } from '../../router/location.ts';
import { placeOf } from './locations/location-state.ts';
import { readView, showView } from './world/view-address.ts';
import { fitting, type Point, type Size, scaleOf, toWorld, type Viewport, WORLD } from './world/viewport.ts';

/** The viewport before the map has a size. */
const FIRST_VIEW: Viewport = { x: WORLD / 2, y: WORLD * 0.4, scale: 1 };
/** The zoom at which a chosen location is shown at least. */
const SELECTED_ZOOM = 4.5;
const EARTH_KILOMETERS = 40_030;
/** How much larger than the circle of a search the map is. */
const CIRCLE_ROOM = 2.4;
/** The address follows the map when it has come to rest. */
const REST_MS = 300;

interface Shown {
  readonly locations: readonly LocationResponse[];
  readonly isLoading: boolean;
  /** The search around a point. */
  readonly near: Point | null;
  readonly kilometers: number;
  readonly selected: LocationResponse | null;
}

interface MapView {
  readonly view: Viewport;
  readonly size: Size;
  readonly setSize: (size: Size) => void;
  /** Moves the map as the user wants it, and keeps that in the address. */
  readonly move: (view: Viewport) => void;
  /** Shows all locations. */
  readonly fit: () => void;
}

/** What part of the world the map shows: that of the address, else what the search or the chosen location needs. */
export function useMapView({ locations, isLoading, near, kilometers, selected }: Shown): MapView {
  const given = useRef(readView(query.peek().get('view')));
  const [view, setView] = useState<Viewport>(given.current ?? FIRST_VIEW);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setMoved] = useState<Viewport | null>(null);
  const isFitted = useRef(given.current !== null);
  const isMeasured = size.width > 0;

  const fit = () => {
    const points = locations.flatMap((location) => placeOf(location) ?? []);
    setView(fitting(near === null ? points : [...points, near], size));
    forget();
  };
  /** The address needs no viewport, because what it names shows the same. */
  function forget(): void {
    setMoved(null);
    setQuery({ view: null });
  }

  useEffect(() => {
    if (isLoading || isFitted.current || !isMeasured) return;
    isFitted.current = true;
    if (near === null && selected === null) fit();
  }, [isLoading, isMeasured]);
  useEffect(() => {
    if (near === null || !isMeasured || given.current !== null) return;
    const pixels = Math.min(size.width, size.height) / CIRCLE_ROOM;
    const shrinking = Math.cos((near.lat * Math.PI) / 180);
    const scale = (pixels / kilometers) * (EARTH_KILOMETERS / WORLD) * shrinking;
    setView({ ...toWorld(near), scale: Math.max(scaleOf(1), scale) });
    forget();
  }, [near?.lat, near?.lng, kilometers, isMeasured]);
  useEffect(() => {
    const place = selected === null ? null : placeOf(selected);
    if (place === null || !isMeasured) return;
    // The first location is that of the address, which may have a viewport of its own.
    if (given.current === null) {
      setView((before) => ({ ...toWorld(place), scale: Math.max(before.scale, scaleOf(SELECTED_ZOOM)) }));
      forget();
    }
  }, [selected?.id, isMeasured]);
  useEffect(() => {
    if (!isLoading && isMeasured) given.current = null;
  }, [isLoading, isMeasured]);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => setQuery({ view: showView(moved) }), REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);

  return {
    view,
    size,
    setSize,
    move(next) {
      setView(next);
      setMoved(next);
    },
    fit,
  };
}
