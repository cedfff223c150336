import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { Checkbox, SelectField, TextField } from '../../../components/field.tsx';
import { messageOf } from '../../../requests/describe-error.ts';
import { query, setQuery } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { RecordPicker } from '../data/record-picker.tsx';
import type { LiveForm } from '../draft/live-form.ts';
import { LOOKS, WIDTHS } from '../draft/looks.ts';
import { type Opening, type Reader, showReader } from '../draft/opening.ts';

const texts = liveImagesTexts.seeAs;
const CLIENTS = [{ value: '', label: texts.anyClient }, ...choicesOf(texts.clients)];
const WIDTH_CHOICES = [
  { value: '', label: texts.fullWidth },
  ...WIDTHS.map((width) => ({ value: String(width), label: texts.widthOf(width) })),
];

interface SeeAsProps {
  readonly form: LiveForm;
  readonly opening: Opening;
  /** Why the opening can't be computed. */
  readonly problem: unknown;
}

/** For whom, when and where the picture is opened. All of it is in the address. */
export function SeeAs({ form, opening, problem }: SeeAsProps): JSX.Element {
  const { sources } = form.design;
  const found = Object.entries(sources).find(([, source]) => source.kind === 'record');
  const storeId = found?.[1].kind === 'record' ? found[1].storeId : null;
  const { samples, unfilled, none } = texts.readers;
  const readers = [
    { value: 'samples' as const, label: samples },
    ...(storeId === null ? [] : [{ value: 'record' as const, label: texts.readers.record }]),
    ...(storeId === null ? [] : [{ value: 'none' as const, label: none }]),
    { value: 'unfilled' as const, label: unfilled },
  ];
  return (
    <section class="see-as" aria-label={texts.title}>
      <SelectField
        label={texts.title}
        value={opening.reader}
        choices={readers}
        onValue={(reader: Reader) =>
          showReader(reader, reader === 'record' ? (opening.recordId ?? '?') : null)
        }
      />
      {storeId !== null && opening.reader === 'record' && (
        <RecordPicker key={storeId} storeId={storeId} recordId={opening.recordId} />
      )}
      <TextField
        label={texts.at}
        type="datetime-local"
        value={opening.at ?? ''}
        problem={problem === null ? null : messageOf(problem)}
        onValue={(at) => setQuery({ at: at === '' ? null : at })}
      />
      <SelectField
        label={texts.client}
        value={opening.client ?? ''}
        choices={CLIENTS}
        onValue={(client) => setQuery({ client: client === '' ? null : client })}
      />
      <SelectField
        label={texts.width}
        value={query.value.get('width') ?? ''}
        choices={WIDTH_CHOICES}
        onValue={(width) => setQuery({ width: width === '' ? null : width })}
      />
      <div class="see-as-switches">
        {LOOKS.map((name) => (
          <Checkbox
            key={name}
            label={texts.looks[name]}
            checked={query.value.has(name)}
            onValue={(isOn) => setQuery({ [name]: isOn ? '1' : null })}
          />
        ))}
      </div>
    </section>
  );
}
