import type { LocationResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { describeState, titleOf } from '../locations/location-state.ts';
import { type Point, pointAt, type Size, toPixel, type Viewport } from '../world/viewport.ts';
import type { Mark } from './clusters.ts';

/** A pointer that moves less has pressed the pin, not dragged it. */
const DRAG_PIXELS = 4;

interface MapPinProps {
  readonly mark: Mark;
  readonly view: Viewport;
  readonly size: Size;
  readonly isSelected: boolean;
  readonly onSelect: (location: LocationResponse) => void;
  readonly onMove: (location: LocationResponse, to: Point) => void;
  /** A cluster was pressed: its parts are apart at the zoom. */
  readonly onOpen: (point: Point, zoom: number) => void;
}

/** The pin of a location, which can be dragged, or the number of a cluster. */
export function MapPin({ mark, view, size, isSelected, onSelect, onMove, onOpen }: MapPinProps): JSX.Element {
  const [drag, setDrag] = useState<{ readonly dx: number; readonly dy: number } | null>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const { left, top } = toPixel(mark.point, view, size);
  const style = { left: `${left + (drag?.dx ?? 0)}px`, top: `${top + (drag?.dy ?? 0)}px` };

  // The list beside the map is the way by keyboard, so pins are no stops of the tab key.
  if (mark.kind === 'cluster') {
    const width = 26 + Math.min(22, Math.log10(mark.count) * 9);
    return (
      <button
        type="button"
        class="map-cluster number"
        tabIndex={-1}
        style={{ ...style, width: `${width}px`, height: `${width}px` }}
        aria-label={mapsTexts.cluster(mark.count)}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(mark.point, mark.zoom);
        }}
      >
        {mark.count}
      </button>
    );
  }
  const { location } = mark;
  const { label, tone } = describeState(location);
  return (
    <button
      type="button"
      class="map-pin"
      tabIndex={-1}
      style={style}
      data-tone={tone}
      data-dragging={drag !== null || undefined}
      aria-pressed={isSelected}
      aria-label={`${titleOf(location)}: ${label}`}
      title={titleOf(location)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (start.current === null) return;
        const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
        if (drag !== null || Math.hypot(dx, dy) >= DRAG_PIXELS) setDrag({ dx, dy });
      }}
      onPointerUp={() => {
        start.current = null;
        if (drag === null) return;
        setDrag(null);
        onMove(location, pointAt(left + drag.dx, top + drag.dy, view, size));
      }}
      onPointerCancel={() => {
        start.current = null;
        setDrag(null);
      }}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(location);
      }}
    >
      <svg viewBox="0 0 24 30" aria-hidden="true" focusable="false">
        <path d="M12 29S22.5 18.6 22.5 11.3A10.4 10.4 0 0 0 12 1 10.4 10.4 0 0 0 1.5 11.3C1.5 18.6 12 29 12 29Z" />
        <circle cx="12" cy="11.4" r="3.8" />
      </svg>
    </button>
  );
}
