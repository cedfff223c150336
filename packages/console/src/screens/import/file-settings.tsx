import type { InferStoreResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { type Choice, SelectField } from '../../components/field.tsx';
import { importTexts as texts } from '../../texts/en/import.ts';
import type { FileSettings } from './chosen-file.ts';

type SettingName = keyof FileSettings;

interface Setting {
  readonly name: SettingName;
  readonly label: string;
  /** The texts by value. */
  readonly values: Readonly<Record<string, string>>;
}

const SETTINGS: readonly Setting[] = [
  { name: 'delimiter', label: texts.delimiter, values: texts.delimiters },
  { name: 'encoding', label: texts.encoding, values: texts.encodings },
  { name: 'header', label: texts.header, values: texts.headers },
  { name: 'quotes', label: texts.quotes, values: texts.quotesAs },
  { name: 'decimal', label: texts.decimal, values: texts.decimals },
  { name: 'dates', label: texts.dates, values: texts.dateOrders },
];

const DETECTED = 'detected';

interface FileSettingsProps {
  /** Null: the file can't be read with these settings. */
  readonly found: InferStoreResponse | null;
  readonly settings: FileSettings;
  /** Messages by setting. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onSettings: (settings: FileSettings) => void;
}

/** What was detected about the file, to be corrected. */
export function FileSettingsFields({
  found,
  settings,
  problems,
  onSettings,
}: FileSettingsProps): JSX.Element {
  const isCsv = found === null || found.format === 'csv';
  return (
    <div class="import-settings">
      {SETTINGS.filter(({ name }) => isCsv || name === 'encoding' || name === 'dates').map(
        ({ name, label, values }) => (
          <SelectField
            key={name}
            label={label}
            value={settings[name] ?? DETECTED}
            choices={choicesOf(name, values, found)}
            problem={problems[name]}
            onValue={(value) => {
              const { [name]: _, ...others } = settings;
              onSettings(value === DETECTED ? others : ({ ...others, [name]: value } as FileSettings));
            }}
          />
        ),
      )}
    </div>
  );
}

function choicesOf(
  name: SettingName,
  values: Readonly<Record<string, string>>,
  found: InferStoreResponse | null,
): Choice[] {
  const value = found?.[name];
  const detected = values[String(value)];
  const undetected =
    found === null ? texts.detect : value === 'undecided' ? texts.undecided : texts.nothingDetected;
  return [
    { value: DETECTED, label: detected === undefined ? undetected : texts.detectedAs(detected) },
    ...Object.entries(values).map(([value, label]) => ({ value, label })),
  ];
}
