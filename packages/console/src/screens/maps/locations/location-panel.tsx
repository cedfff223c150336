import {
  type AddLocationRequest,
  type LocationResponse,
  type MapResponse,
  NotFoundError,
} from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useKeptForm } from '../../../forms/kept-form.ts';
import { useCreation } from '../../../requests/creation.ts';
import { problemsByField } from '../../../requests/describe-error.ts';
import { useSession } from '../../../session/session.ts';
import { locationTexts } from '../../../texts/en/maps/location.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { AddressText } from './address-text.tsx';
import { FieldInputs } from './field-inputs.tsx';
import {
  formOfLocation,
  isSame,
  type LocationProblems,
  type LocationTexts,
  NEW_LOCATION,
  pathOf,
  problemsOfChanges,
  readChanges,
  rebase,
  type TypedTexts,
  textsOf,
} from './location-form.ts';
import { StateLine } from './state-line.tsx';

const { panel } = mapsTexts;

interface LocationPanelProps {
  readonly map: MapResponse;
  /** The id in the address. */
  readonly id: string;
  /** Null: a new location, or one that was deleted after something was typed into its panel. */
  readonly location: LocationResponse | null;
  readonly onChanged: (location: LocationResponse) => void;
  readonly onRemove: (location: LocationResponse) => void;
  readonly onClose: () => void;
}

/** A location with its values, to be changed. */
export function LocationPanel({
  map,
  id,
  location: given,
  onChanged,
  onRemove,
  onClose,
}: LocationPanelProps): JSX.Element {
  const { client } = useSession();
  const add = useCreation((added: AddLocationRequest, options) =>
    client.locations.add(map.id, added, options),
  );
  const { fields } = map;
  const [isGone, setGone] = useState(given === null && id !== NEW_LOCATION);
  const location = isGone ? null : given;
  const stored = textsOf(location, fields);
  const kept = useKeptForm<TypedTexts>(formOfLocation(map.id, id));
  // All that was typed and shown makes a deleted one again.
  const texts =
    kept.typed === null
      ? stored
      : isGone
        ? kept.typed.texts
        : rebase(kept.typed, stored, location?.geocodeStatus === 'manual');
  const setTexts = (next: LocationTexts) => {
    if (isSame(next, stored)) kept.forget();
    else kept.keep({ before: stored, texts: next });
  };
  const [problems, setProblems] = useState<LocationProblems>({});
  const [isBusy, setBusy] = useState(false);
  const bind = (member: 'name' | 'address' | 'coordinates' | 'uniqueId') => ({
    value: texts[member],
    onValue: (text: string) => setTexts({ ...texts, [member]: text }),
  });

  async function save(): Promise<void> {
    const read = readChanges(stored, texts, fields);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    setBusy(true);
    try {
      if (location !== null) {
        const now = await client.locations.get(map.id, location.id);
        const overwritten = problemsOfChanges(stored, texts, textsOf(now, fields));
        if (Object.keys(overwritten).length > 0) {
          onChanged(now);
          setProblems(overwritten);
          setBusy(false);
          return;
        }
      }
      const saved =
        location === null
          ? await add(read.changes)
          : await client.locations.update(map.id, location.id, read.changes);
      kept.forget();
      onChanged(saved);
      showToast(panel.saved);
    } catch (error) {
      const members = ['name', 'address', 'lat', 'lng', 'uniqueId', ...fields.map(pathOf)];
      if (location !== null && error instanceof NotFoundError) setGone(true);
      else setProblems(problemsByField(error, members));
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
      <TextField label={locationTexts.name} {...bind('name')} maxLength={200} problem={problems.name} />
      <TextField
        label={locationTexts.address}
        {...bind('address')}
        maxLength={1_000}
        problem={problems.address}
      />
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
      {isGone && (
        <p class="note warn" role="alert">
          {panel.gone}
        </p>
      )}
      {kept.typed !== null && <p class="hint">{panel.kept}</p>}
      <div class="location-actions">
        <Button kind="primary" type="submit" busy={isBusy}>
          {panel.save}
        </Button>
        {kept.typed !== null && (
          <Button
            onClick={() => {
              kept.forget();
              setProblems({});
              if (isGone) onClose();
            }}
          >
            {panel.discard}
          </Button>
        )}
        {location !== null && (
          <Button icon="trash" onClick={() => onRemove(location)}>
            {panel.remove}
          </Button>
        )}
      </div>
    </form>
  );
}
