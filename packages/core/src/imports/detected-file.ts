import type { PropertyType } from '../ground/rows.ts';
import type { BareQuotes } from './csv/csv-row.ts';
import { nameDelimiter } from './csv/delimiter.ts';
import type { FileParameter } from './file/file-problem.ts';
import type { DateOrder } from './values/date-text.ts';
import type { Decimal } from './values/number-text.ts';
import type { TextForm } from './values/typed-text.ts';

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** What a caller has decided about a file. Undefined: detected. */
export interface FileOptions {
  readonly format?: FileFormat;
  readonly delimiter?: string;
  /** The lines above the header, or above the first record, that are no part of the table. */
  readonly skipLines?: number;
  readonly header?: boolean;
  readonly quotes?: 'text';
  readonly decimal?: Decimal;
  readonly dates?: DateOrder;
  /** Whether text may have the `'` of an export before it. Default `guarded`. */
  readonly formulas?: 'guarded' | 'raw';
}

/** A column of a table, or a member of JSON records. */
export interface DetectedColumn {
  /** The name in the file. Without a header the legal name. */
  readonly column: string;
  /** The legal name for a property, different from the others. */
  readonly name: string;
  readonly type: PropertyType;
  readonly confidence: number;
  /** How numbers are written in the column, also if it is not a number column as a whole. */
  readonly decimal: TextForm['decimal'] | 'undecided';
  /** How dates with the year last are written, also if it is not a date column as a whole. Null: there are none. */
  readonly dates: DateOrder | 'undecided' | null;
  /** What its numbers have before or behind them, such as `$` and `%`, also if it is not a number column as a whole. */
  readonly unit: string | null;
  readonly samples: readonly string[];
  /** The number of values in the rows that were examined. */
  readonly count: number;
  readonly empty: number;
  /** Whether all values are set and different, so that the column may be a key. */
  readonly isDistinct: boolean;
}

export interface DetectedFile {
  readonly format: FileFormat;
  /** Null for JSON and for a file with one column. */
  readonly delimiter: string | null;
  /** The lines above the table. 0 for JSON. */
  readonly skipLines: number;
  readonly header: boolean;
  /** Null for JSON and for a file without such quotes. */
  readonly quotes: BareQuotes;
  /** Null: no numbers with a fraction decide. */
  readonly decimal: Decimal | null;
  /** The names in the first row. */
  readonly columns: readonly DetectedColumn[];
  /** The number of records that were examined. */
  readonly rows: number;
  /** Whether those are all records. */
  readonly isWhole: boolean;
  /** What was read in one way though the file also allows another one, in sentences. */
  readonly warnings: readonly string[];
}

/** What the caller has to decide before an import: the parameter, the columns, and a message. */
export interface Undecided {
  readonly parameter: FileParameter;
  readonly columns: readonly string[];
  readonly message: string;
}

/** Returns the date columns whose order of day and month nothing decides. Null: there are none. */
export function findUndecidedDates(
  columns: readonly Pick<DetectedColumn, 'column' | 'dates' | 'samples'>[],
): Undecided | null {
  const undecided = columns.filter(({ dates }) => dates === 'undecided');
  if (undecided.length === 0) return null;
  const names = undecided.map(({ column }) => JSON.stringify(column)).join(', ');
  const message =
    `Nothing decides the order of day and month in ${names}, ` +
    `for example ${quoteSample(undecided, /^\s*\d{1,2}[./-]/)}. Give dates=dmy or dates=mdy.`;
  return { parameter: 'dates', columns: undecided.map(({ column }) => column), message };
}

/** Returns the columns with numbers such as `1,500` and `1.500`, of which nothing decides what they are. Null: none. */
export function findUndecidedDecimals(
  columns: readonly Pick<DetectedColumn, 'column' | 'decimal' | 'samples'>[],
): Undecided | null {
  const undecided = columns.filter(({ decimal }) => decimal === 'undecided');
  if (undecided.length === 0) return null;
  const message =
    `Nothing decides whether the comma or the point in ${quoteNames(undecided)} is decimal or between thousands, ` +
    `for example in ${quoteSample(undecided, /\d[.,]\d{3}/)}. Give decimal=point or decimal=comma.`;
  return { parameter: 'decimal', columns: undecided.map(({ column }) => column), message };
}

/** Returns how the values of a column are read. What nothing decides is not guessed. */
export function textFormOf({
  decimal,
  dates,
  unit,
}: Pick<DetectedColumn, 'decimal' | 'dates' | 'unit'>): TextForm {
  return {
    decimal: decimal === 'undecided' ? 'open' : decimal,
    dates: dates === 'undecided' ? null : dates,
    unit,
  };
}

/** Returns one line for each thing that was detected, for people. */
export function describeDetection(file: DetectedFile): string[] {
  const lines: string[] = [];
  if (file.delimiter !== null) lines.push(`the delimiter is ${nameDelimiter(file.delimiter)}.`);
  if (!file.header) lines.push('the first row is data, so the columns are named column_1, column_2, ….');
  lines.push(...file.warnings);
  const commas = file.columns.filter(({ type, decimal }) => type === 'number' && decimal === 'comma');
  if (commas.length > 0) lines.push(`numbers have a decimal comma in ${quoteNames(commas)}.`);
  for (const [order, text] of [
    ['dmy', 'day.month.year'],
    ['mdy', 'month/day/year'],
  ] as const) {
    const dates = file.columns.filter((column) => column.dates === order);
    if (dates.length > 0) lines.push(`dates are ${text} in ${quoteNames(dates)}.`);
  }
  return lines;
}

function quoteNames(columns: readonly Pick<DetectedColumn, 'column'>[]): string {
  return [...new Set(columns.map(({ column }) => JSON.stringify(column)))].join(', ');
}

/** Returns the first sample of the first column that matches, quoted. */
function quoteSample([first]: readonly Pick<DetectedColumn, 'samples'>[], pattern: RegExp): string {
  return JSON.stringify(first?.samples.find((text) => pattern.test(text)) ?? '');
}

/** Returns whether a column has neither a name nor a value, as those after the last one of a spreadsheet. */
export function isUnused({ column, count }: Pick<DetectedColumn, 'column' | 'count'>): boolean {
  return column.trim() === '' && count === 0;
}
