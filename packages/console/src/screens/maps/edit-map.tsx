import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { changedMembers } from '../../forms/changed-members.ts';
import { readNumber } from '../../records/read-value.ts';
import { problemsByField } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { MapFields } from './map-fields.tsx';
import { mergeFields } from './merge-fields.ts';
import { useLostFields } from './use-lost-fields.ts';

interface EditMapProps {
  readonly map: MapResponse;
  readonly onClose: () => void;
  readonly onChanged: (map: MapResponse) => void;
}

type Numbers = Pick<MapResponse, 'searchRadius' | 'maxResults'>;
type Settings = Numbers & Pick<MapResponse, 'name' | 'unit' | 'fields'>;

const texts = mapsTexts.edit;
const PATHS = ['name', 'unit', 'searchRadius', 'maxResults'] as const;
export const UNITS = [
  { value: 'km', label: mapsTexts.dialog.kilometers },
  { value: 'mi', label: mapsTexts.dialog.miles },
] as const;

/** Changes the name of a map, its fields, and what a search around a point finds. */
export function EditMap({ map, onClose, onChanged }: EditMapProps): JSX.Element {
  const { client } = useSession();
  // The map as the form began with it: it is loaded anew meanwhile.
  const [before] = useState(map);
  const [name, setName] = useState(map.name);
  const [unit, setUnit] = useState(map.unit);
  const [searchRadius, setSearchRadius] = useState(String(map.searchRadius));
  const [maxResults, setMaxResults] = useState(String(map.maxResults));
  const [fields, setFields] = useState(map.fields);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const { lost, isCounting, problem, reload } = useLostFields(map.id, before.fields, fields);

  async function submit(): Promise<void> {
    if (isCounting) return;
    const numbers = {
      searchRadius: numberOf(searchRadius, before.searchRadius),
      maxResults: numberOf(maxResults, before.maxResults),
    };
    const unread = Object.entries(numbers).filter(([, number]) => number === null);
    setProblems(Object.fromEntries(unread.map(([member]) => [member, mapsTexts.numberWrong])));
    if (unread.length > 0) return;
    setBusy(true);
    try {
      const after = { ...(numbers as Numbers), name: name.trim(), unit, fields };
      const changes = changedMembers<Settings>(before, after);
      // A list replaces the one of the server, with the values of fields that are missing in it.
      const merged = changes.fields && {
        fields: mergeFields(before.fields, fields, (await client.maps.get(map.id)).fields),
      };
      onChanged(await client.maps.update(map.id, { ...changes, ...merged }));
      showToast(texts.saved);
      onClose();
    } catch (error) {
      const paths = [...PATHS, ...fields.map((_, at) => `fields[${at}].name`), 'fields'];
      setProblems(problemsByField(error, paths));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.title}
      width={520}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions label={shellTexts.save} busy={isBusy} disabled={isCounting} onCancel={onClose} />
      }
    >
      <TextField label={mapsTexts.dialog.name} value={name} problem={problems.name} onValue={setName} />
      <MapFields
        fields={fields}
        stored={before.fields}
        lost={lost}
        isUncounted={problem !== null}
        problems={problems}
        onFields={setFields}
      />
      <fieldset class="map-search-defaults">
        <legend class="field-label">{texts.search}</legend>
        <SelectField
          label={mapsTexts.dialog.unit}
          value={unit}
          choices={UNITS}
          problem={problems.unit}
          onValue={setUnit}
        />
        <TextField
          label={texts.radius}
          inputMode="numeric"
          value={searchRadius}
          problem={problems.searchRadius}
          onValue={setSearchRadius}
        />
        <TextField
          label={texts.results}
          inputMode="numeric"
          value={maxResults}
          problem={problems.maxResults}
          onValue={setMaxResults}
        />
      </fieldset>
      {(problems[''] || problem !== null) && (
        <p class="problem" role="alert">
          {problems[''] || problem}
        </p>
      )}
      {problem !== null && (
        <Button size="small" onClick={reload}>
          {shellTexts.retry}
        </Button>
      )}
    </Dialog>
  );
}

/** Returns the number of a field. One that was not changed stays, however the reader would write it. Null: it is none. */
function numberOf(text: string, before: number): number | null {
  return text === String(before) ? before : readNumber(text);
}
