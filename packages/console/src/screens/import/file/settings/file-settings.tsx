import type { InferStoreResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { type Choice, SelectField, TextField } from '../../../../components/field.tsx';
import { importTexts as texts } from '../../../../texts/en/stores/import.ts';
import type { FileSettings } from './chosen-file.ts';
import type { DateDecision } from './date-decision.ts';

type ChoiceName = Exclude<keyof FileSettings, 'skipLines'>;

interface Setting {
  readonly name: ChoiceName;
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
  readonly dateDecision: DateDecision | null;
  /** Messages by setting. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onSettings: (settings: FileSettings) => void;
}

/** The detected settings of the file, which the user can correct. */
export function FileSettingsFields(props: FileSettingsProps): JSX.Element {
  const { found, settings, dateDecision, problems, onSettings } = props;
  const isCsv = found === null || found.format === 'csv';
  return (
    <div class="import-settings">
      {isCsv && (
        <TableStart
          lines={Number(settings.skipLines ?? found?.skipLines ?? 0)}
          hasHeader={found?.header ?? true}
          problem={problems.skipLines}
          onLines={(skipLines) => onSettings({ ...settings, skipLines })}
        />
      )}
      {SETTINGS.filter(({ name }) => isCsv || name === 'encoding' || name === 'dates').map(
        ({ name, label, values }) => (
          <SelectField
            key={name}
            label={label}
            value={settings[name] ?? DETECTED}
            choices={choicesOf(name, values, found)}
            hint={name === 'dates' && dateDecision !== null ? texts.datesAs(dateDecision.column) : undefined}
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

interface TableStartProps {
  /** The lines above the table. */
  readonly lines: number;
  readonly hasHeader: boolean;
  readonly problem: string | undefined;
  readonly onLines: (lines: number) => void;
}

/** The line in which the table begins. */
function TableStart({ lines, hasHeader, problem, onLines }: TableStartProps): JSX.Element {
  return (
    <TextField
      type="number"
      min={1}
      max={1_001}
      label={hasHeader ? texts.headerLine : texts.firstLine}
      value={String(lines + 1)}
      problem={problem}
      onValue={(text) => {
        const line = Number(text);
        if (Number.isInteger(line) && line >= 1 && line !== lines + 1) onLines(line - 1);
      }}
    />
  );
}

function choicesOf(
  name: ChoiceName,
  values: Readonly<Record<string, string>>,
  found: InferStoreResponse | null,
): Choice[] {
  const detected = found === null ? texts.detect : detectedText(name, values, found);
  return [
    { value: DETECTED, label: detected },
    ...Object.entries(values).map(([value, label]) => ({ value, label })),
  ];
}

/** Returns the detected value in words. The form of numbers and dates in one column is that of the file, too. */
function detectedText(
  name: ChoiceName,
  values: Readonly<Record<string, string>>,
  found: InferStoreResponse,
): string {
  if (found[name] === 'undecided') return texts.undecided;
  const own = name === 'decimal' || name === 'dates' ? found.properties.map((each) => each[name]) : [];
  const isDecided = (each: string | null) => each !== null && each !== 'undecided';
  const value = found[name] ?? own.find(isDecided) ?? null;
  if (value === null && own.includes('undecided')) return texts.undecided;
  const text = value === 'iso' ? texts.isoDates : values[String(value)];
  return text === undefined ? texts.nothingDetected : texts.detectedAs(text);
}
