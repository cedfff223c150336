import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Atlas } from './map-data.ts';
import { type Country, countriesIn, loadDetail } from './map-detail.ts';
import { type Size, type Viewport, zoomOf } from './viewport.ts';

/** From this zoom on, the coarse borders are visibly too coarse. */
const DETAIL_ZOOM = 3;

interface LandLayerProps {
  readonly atlas: Atlas;
  readonly view: Viewport;
  readonly size: Size;
}

/** Land and borders: coarse ones of the world, finer ones of what is close. */
export function LandLayer({ atlas, view, size }: LandLayerProps): JSX.Element {
  const [countries, setCountries] = useState<readonly Country[] | null>(null);
  const isClose = zoomOf(view) >= DETAIL_ZOOM;
  useEffect(() => {
    if (!isClose || countries !== null) return;
    // Without the finer borders, the coarse ones stay.
    loadDetail().then(setCountries, () => {});
  }, [isClose, countries]);
  if (isClose && countries !== null) {
    return (
      <g class="detail">
        {countriesIn(countries, view, size).map((country) => (
          <path key={country.id} class="land" d={country.draw()} />
        ))}
      </g>
    );
  }
  return (
    <>
      <path class="land" d={atlas.land} />
      <path class="borders" d={atlas.borders} />
    </>
  );
}
