import type { LocationResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { describePrecision, describeState } from './location-state.ts';

/** How the location got its place, how exact it is, and how sure the geocoder is. */
export function StateLine({ location }: { readonly location: LocationResponse }): JSX.Element {
  const { label, tone } = describeState(location);
  const { geocodeConfidence: confidence } = location;
  const precision = describePrecision(location);
  return (
    <p class="location-facts">
      <span class={`badge ${tone}`}>{label}</span>
      {precision !== null && <span class="soft">{precision}</span>}
      {confidence !== null && (
        <span class="soft number">{mapsTexts.confidence(Math.round(confidence * 100))}</span>
      )}
    </p>
  );
}
