import type { LocationResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { SelectField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { setQuery } from '../../../router/location.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { type LocationState, STATES, stateOf } from './location-state.ts';

const ALL = 'all';
const texts = mapsTexts.states;

interface StateFilterProps {
  readonly locations: readonly LocationResponse[];
  readonly state: LocationState | null;
}

/** Chooses the locations by their state. Shows nothing where all have the same one. */
export function StateFilter({ locations, state }: StateFilterProps): JSX.Element | null {
  const counts = new Map<LocationState, number>();
  for (const location of locations) counts.set(stateOf(location), (counts.get(stateOf(location)) ?? 0) + 1);
  if (counts.size < 2 && state === null) return null;
  return (
    <SelectField<LocationState | typeof ALL>
      label={texts.label}
      value={state ?? ALL}
      choices={[
        { value: ALL, label: texts.all(formatNumber(locations.length)) },
        ...STATES.filter((each) => counts.has(each) || each === state).map((each) => ({
          value: each,
          label: texts[each](formatNumber(counts.get(each) ?? 0)),
        })),
      ]}
      onValue={(chosen) => setQuery({ state: chosen === ALL ? null : chosen })}
    />
  );
}
