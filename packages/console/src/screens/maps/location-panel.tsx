import type { LocationResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps.ts';
import { AddressText } from './address-text.tsx';
import { placeOf, readPoint, showPoint } from './location-state.ts';
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
  const place = location === null ? null : placeOf(location);
  const placeText = place === null ? '' : showPoint(place);
  const [name, setName] = useState(location?.name ?? '');
  const [address, setAddress] = useState(location?.address ?? '');
  const [coordinates, setCoordinates] = useState(placeText);
  const [problem, setProblem] = useState<string | null>(null);
  const [placeProblem, setPlaceProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The pin was dragged, or the geocoder has found the address.
  useEffect(() => setCoordinates(placeText), [placeText]);

  async function save(): Promise<void> {
    const point = readPoint(coordinates);
    const isPlaceChanged = coordinates.trim() !== placeText;
    setPlaceProblem(
      isPlaceChanged && coordinates.trim() !== '' && point === null ? panel.coordinatesWrong : null,
    );
    if (isPlaceChanged && coordinates.trim() !== '' && point === null) return;
    if (address.trim() === '' && point === null) {
      setProblem(panel.placeless);
      return;
    }
    const changes = {
      ...(name.trim() === (location?.name ?? '') ? {} : { name: name.trim() === '' ? null : name.trim() }),
      ...(address.trim() === (location?.address ?? '')
        ? {}
        : { address: address.trim() === '' ? null : address.trim() }),
      ...(isPlaceChanged ? { lat: point?.lat ?? null, lng: point?.lng ?? null } : {}),
    };
    setBusy(true);
    setProblem(null);
    try {
      const saved =
        location === null
          ? await client.locations.add(map.id, changes)
          : await client.locations.update(map.id, location.id, changes);
      onChanged(saved);
      showToast(panel.saved);
    } catch (error) {
      setProblem(messageOf(error));
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
      <TextField label={panel.name} value={name} onValue={setName} maxLength={200} />
      <TextField
        label={panel.address}
        value={address}
        onValue={setAddress}
        maxLength={1_000}
        problem={problem}
      />
      <TextField
        label={panel.coordinates}
        value={coordinates}
        onValue={setCoordinates}
        hint={panel.coordinatesHint}
        problem={placeProblem}
        inputMode="text"
      />
      {location !== null && Object.keys(location.fields).length > 0 && (
        <dl class="location-fields">
          {Object.entries(location.fields).map(([field, value]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
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
