import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { City } from './map-data.ts';
import { type Point, type Size, toPixel, type Viewport } from './viewport.ts';

const LABELS_MAX = 40;
/** The room of a label in pixels: labels do not overlap. */
const ROOM = { width: 96, height: 34 };
/** Half of a label, so that none is cut; the room of the credit and of the buttons. */
const EDGE = 44;
const CREDIT = 44;
const CONTROLS = { width: 96, height: 120 };
/** The room around a pin. */
const PIN = { width: 48, height: 30 };

/** The names of the largest cities that have room. */
export function CityLabels(props: {
  readonly cities: readonly City[];
  readonly view: Viewport;
  readonly size: Size;
  /** Places that labels keep free: those of the pins. */
  readonly taken: readonly Point[];
}): JSX.Element {
  const { cities, view, size, taken } = props;
  const shown = useMemo(() => {
    const pins = taken.map((point) => toPixel(point, view, size));
    const labels: { readonly city: City; readonly left: number; readonly top: number }[] = [];
    for (const city of cities) {
      if (labels.length === LABELS_MAX) break;
      const { left, top } = toPixel(city, view, size);
      const isCut = left < EDGE || left > size.width - EDGE || top < 12 || top > size.height - CREDIT;
      if (isCut || (left > size.width - CONTROLS.width && top < CONTROLS.height)) continue;
      const isFree = labels.every(
        (other) => Math.abs(other.left - left) > ROOM.width || Math.abs(other.top - top) > ROOM.height,
      );
      const isHidden = pins.some(
        (pin) =>
          Math.abs(pin.left - left) < PIN.width && top > pin.top - PIN.height && top < pin.top + PIN.height,
      );
      if (isFree && !isHidden) labels.push({ city, left, top });
    }
    return labels;
  }, [cities, view, size, taken]);
  return (
    <div class="map-cities" aria-hidden="true">
      {shown.map(({ city, left, top }) => (
        <span key={`${city.name} ${city.lat}`} style={{ left: `${left}px`, top: `${top}px` }}>
          {city.name}
        </span>
      ))}
    </div>
  );
}
