import type { LocationResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import { problemsByField } from '../../../session/describe-error.ts';
import { useSession } from '../../../session/session.ts';
import { mapsTexts } from '../../../texts/en/maps.ts';
import { AddressText } from './address-text.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { type LocationProblems, pathOf, readChanges, textsOf } from './location-form.ts';
import { StateLine } from './state-line.tsx';

const { panel } = mapsTexts;

interface LocationPanelProps {
  readonly map: MapResponse;
  /** Null: a new location. */
  readonly location: LocationResponse | null;
  readonly onChanged: (location: LocationResponse) => void;
  readonly onRemove: (location: LocationResponse) => void;
  readonly onClose: () => void;
}

/** A location with its values, to be changed. */
export function LocationPanel({
  map,
  location,
  onChanged,
  onRemove,
  onClose,
}: LocationPanelProps): JSX.Element {
  const { client } = useSession();
  const { fields } = map;
  const stored = textsOf(location, fields);
  const [texts, setTexts] = useState(stored);
  const [problems, setProblems] = useState<LocationProblems>({});
  const [isBusy, setBusy] = useState(false);
  const bind = (member: 'name' | 'address' | 'coordinates' | 'uniqueId') => ({
    value: texts[member],
    onValue: (text: string) => setTexts({ ...texts, [member]: text }),
  });
  // The pin was dragged, or the geocoder has found the address.
  useEffect(
    () => setTexts((before) => ({ ...before, coordinates: stored.coordinates })),
    [stored.coordinates],
  );

  async function save(): Promise<void> {
    const read = readChanges(stored, texts, fields);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    setBusy(true);
    try {
      const saved =
        location === null
          ? await client.locations.add(map.id, read.changes)
          : await client.locations.update(map.id, location.id, read.changes);
      setTexts(textsOf(saved, fields));
      onChanged(saved);
      showToast(panel.saved);
    } catch (error) {
      const members = ['name', 'address', 'lat', 'lng', 'uniqueId', ...fields.map(pathOf)];
      setProblems(problemsByField(error, members));
    }
    setBusy(false);
  }

  return (
    <form
      class="location-panel"
      noValidate
      aria-label={panel.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Button kind="quiet" size="small" icon="chevronLeft" onClick={onClose}>
        {panel.close}
      </Button>
      {location !== null && <StateLine location={location} />}
      {location?.address != null && location.geocodeMatched !== null && (
        <p class="location-matched">
          <AddressText address={location.address} matched={location.geocodeMatched} />
        </p>
      )}
      <TextField label={panel.name} {...bind('name')} maxLength={200} problem={problems.name} />
      <TextField label={panel.address} {...bind('address')} maxLength={1_000} problem={problems.address} />
      <TextField
        label={panel.coordinates}
        {...bind('coordinates')}
        hint={panel.coordinatesHint}
        problem={problems.lat ?? problems.lng}
      />
      <TextField
        label={panel.uniqueId}
        {...bind('uniqueId')}
        hint={panel.uniqueIdHint}
        problem={problems.uniqueId}
      />
      {fields.length > 0 && (
        <FieldInputs
          fields={fields}
          values={texts.fields}
          problems={problems}
          onValues={(values) => setTexts({ ...texts, fields: values })}
        />
      )}
      {problems[''] !== undefined && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
      <div class="location-actions">
        <Button kind="primary" type="submit" busy={isBusy}>
          {panel.save}
        </Button>
        {location !== null && (
          <Button icon="trash" onClick={() => onRemove(location)}>
            {panel.remove}
          </Button>
        )}
      </div>
    </form>
  );
}
