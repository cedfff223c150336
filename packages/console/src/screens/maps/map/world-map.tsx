import type { LocationResponse } from '@vitrine/client';
import { geoCircle } from 'd3-geo';
import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { CityLabels } from '../world/city-labels.tsx';
import { LandLayer } from '../world/land-layer.tsx';
import { type Atlas, drawing, loadAtlas } from '../world/map-data.ts';
import { useMapGestures } from '../world/use-map-gestures.ts';
import {
  type Point,
  pointAt,
  type Size,
  scaleOf,
  toPoint,
  toWorld,
  type Viewport,
} from '../world/viewport.ts';
import { useMarks } from './clusters.ts';
import { MapPin } from './map-pin.tsx';

const STEP = 1.6;
/** Milliseconds until borders are loaded again that could not be loaded. */
const RETRY_MS = 3_000;
const KILOMETERS_PER_DEGREE = 111.195;

export interface Circle {
  readonly center: Point;
  readonly kilometers: number;
}

interface WorldMapProps {
  readonly locations: readonly LocationResponse[];
  readonly selectedId: string | null;
  readonly circle: Circle | null;
  readonly view: Viewport;
  readonly size: Size;
  /** Whether the next press chooses a place. */
  readonly isPlacing: boolean;
  readonly onView: (view: Viewport) => void;
  readonly onSize: (size: Size) => void;
  readonly onSelect: (location: LocationResponse) => void;
  readonly onMove: (location: LocationResponse, to: Point) => void;
  readonly onPlace: (point: Point) => void;
  readonly onPlacingEnd: () => void;
  readonly onFit: () => void;
  readonly children?: ComponentChildren;
}

/** A map of the world with the locations as pins. Everything it shows comes from this server. */
export function WorldMap(props: WorldMapProps): JSX.Element {
  const { locations, selectedId, circle, view, size, isPlacing, onView, onSize, onSelect, onMove, onPlace } =
    props;
  const [atlas, setAtlas] = useState<Atlas | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isShown = true;
    const load = () => {
      loadAtlas().then(
        (loaded) => {
          setAtlas(loaded);
          setBroken(false);
        },
        () => {
          setBroken(true);
          if (isShown) timer = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    return () => {
      isShown = false;
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  const { ref, zoom, onKeyDown } = useMapGestures({ view, size, onView, onSize });
  useLayoutEffect(() => {
    if (isPlacing) ref.current?.focus({ preventScroll: true });
  }, [isPlacing]);
  /** Places at the middle of the map. */
  const onPlacingKey = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter') onPlace(toPoint(view.x, view.y));
    else if (event.key === 'Escape') props.onPlacingEnd();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const marks = useMarks(locations, selectedId, view, size);
  const taken = useMemo(() => marks.map(({ point }) => point), [marks]);
  const ring = useMemo(() => (circle === null ? null : drawCircle(circle)), [circle]);
  const transform = `translate(${size.width / 2 - view.x * view.scale} ${size.height / 2 - view.y * view.scale}) scale(${view.scale})`;

  return (
    <section class="world-map" data-placing={isPlacing || undefined} aria-label={mapsTexts.map}>
      <div
        ref={ref}
        class="world-map-surface"
        tabIndex={0}
        role="group"
        aria-label={mapsTexts.map}
        onKeyDown={(event) => {
          if (isPlacing) onPlacingKey(event);
          if (!event.defaultPrevented) onKeyDown(event);
        }}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          if (isPlacing) onPlace(pointAt(event.clientX - box.left, event.clientY - box.top, view, size));
        }}
      >
        <svg class="world-map-land" aria-hidden="true" width={size.width} height={size.height}>
          <g transform={transform}>
            {atlas !== null && <LandLayer atlas={atlas} view={view} size={size} />}
            {ring !== null && <path class="ring" d={ring} />}
          </g>
        </svg>
        {atlas !== null && <CityLabels cities={atlas.cities} view={view} size={size} taken={taken} />}
        {marks.map((mark) => (
          <MapPin
            key={mark.kind === 'cluster' ? `cluster ${mark.id}` : mark.location.id}
            mark={mark}
            view={view}
            size={size}
            isSelected={mark.kind === 'location' && mark.location.id === selectedId}
            onSelect={onSelect}
            onMove={onMove}
            onOpen={(point, level) => onView({ ...toWorld(point), scale: scaleOf(level) })}
          />
        ))}
      </div>
      {isPlacing && <div class="map-cross" aria-hidden="true" />}
      <div class="map-controls">
        <IconButton icon="add" kind="plain" label={mapsTexts.zoomIn} onClick={() => zoom(STEP)} />
        <IconButton icon="minus" kind="plain" label={mapsTexts.zoomOut} onClick={() => zoom(1 / STEP)} />
        <IconButton icon="map" kind="plain" label={mapsTexts.fit} onClick={props.onFit} />
      </div>
      <p class="map-credit">{isBroken ? mapsTexts.dataFailed : mapsTexts.credit}</p>
      {props.children}
    </section>
  );
}

function drawCircle({ center, kilometers }: Circle): string {
  const radius = Math.min(kilometers / KILOMETERS_PER_DEGREE, 180);
  return drawing(geoCircle().center([center.lng, center.lat]).radius(radius).precision(2)()) ?? '';
}
