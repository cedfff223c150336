import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { SearchField, TextField } from '../../../components/field.tsx';
import { Combobox, type Suggestion } from '../../../components/overlays/combobox.tsx';
import { readNumber } from '../../../records/read-value.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { type City, loadAtlas } from '../world/map-data.ts';
import type { Point } from '../world/viewport.ts';

const SUGGESTED_MAX = 8;

interface LocationSearchProps {
  readonly address: string;
  readonly near: Point | null;
  readonly radius: number;
  readonly unit: 'mi' | 'km';
  readonly onAddress: (address: string) => void;
  readonly onNear: (near: Point | null) => void;
  readonly onRadius: (radius: number) => void;
  /** Searches around the middle of the map. */
  readonly onHere: () => void;
}

/** Search by a part of the address, or around a city or the middle of the map. */
export function LocationSearch(props: LocationSearchProps): JSX.Element {
  const { address, near, radius, unit, onAddress, onNear, onRadius, onHere } = props;
  const [place, setPlace] = useState('');
  const [radiusText, setRadiusText] = useState(String(radius));

  async function choose(text: string): Promise<void> {
    setPlace(text);
    const city = await cityCalled(text);
    if (city !== undefined) onNear({ lat: city.lat, lng: city.lng });
  }

  return (
    <div class="location-search">
      <SearchField label={mapsTexts.searchAddress} value={address} onValue={onAddress} />
      <div class="location-near">
        <Combobox
          label={mapsTexts.near}
          value={place}
          placeholder={mapsTexts.nearHint}
          suggest={suggestCities}
          onValue={(text) => void choose(text)}
        />
        <Button onClick={onHere}>{mapsTexts.nearCenter}</Button>
      </div>
      {near !== null && (
        <div class="location-near">
          <TextField
            label={mapsTexts.radius(mapsTexts.units[unit])}
            value={radiusText}
            inputMode="decimal"
            problem={(readNumber(radiusText) ?? 0) > 0 ? null : mapsTexts.numberWrong}
            onValue={(text) => {
              setRadiusText(text);
              const typed = readNumber(text);
              if (typed !== null && typed > 0) onRadius(typed);
            }}
          />
          <Button
            onClick={() => {
              setPlace('');
              onNear(null);
            }}
          >
            {mapsTexts.clearNear}
          </Button>
        </div>
      )}
    </div>
  );
}

async function cityCalled(text: string): Promise<City | undefined> {
  const wanted = text.trim().toLowerCase();
  return (await loadAtlas()).cities.find(({ name }) => name.toLowerCase() === wanted);
}

async function suggestCities(text: string): Promise<readonly Suggestion[]> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const names = new Set<string>();
  for (const { name } of (await loadAtlas()).cities) {
    if (name.toLowerCase().startsWith(wanted)) names.add(name);
    if (names.size === SUGGESTED_MAX) break;
  }
  return [...names].map((value) => ({ value }));
}
