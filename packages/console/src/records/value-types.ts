import type { AnyValue, NumberFormat, StoreProperty } from '@vitrine/client';
import { valueTexts } from '../texts/en/stores/values.ts';
import { writeNumber } from './number-format/write-number.ts';

export type PropertyType = StoreProperty['type'];

/** A column of the grid: a property, or a member that every record has. */
export interface Column {
  readonly name: string;
  readonly type: PropertyType;
  /** Whether a cell can be edited: unique values, the id and the times can't. */
  readonly isEditable: boolean;
  readonly isUnique: boolean;
  readonly isRequired: boolean;
  /** Whether the server sets it. */
  readonly isSystem: boolean;
  /** How the numbers of the column are shown; undefined: as they are. */
  readonly format: NumberFormat | undefined;
}

/** Returns the columns of a store: its properties, then id and times. */
export function columnsOf(properties: readonly StoreProperty[]): readonly Column[] {
  const own = properties.map(
    ({ name, type, unique, required, format }): Column => ({
      name,
      type,
      isEditable: !unique,
      isUnique: unique,
      isRequired: required,
      isSystem: false,
      format,
    }),
  );
  const system = (name: string, type: PropertyType): Column => ({
    name,
    type,
    isEditable: false,
    isUnique: false,
    isRequired: false,
    isSystem: true,
    format: undefined,
  });
  const id = own.some(({ name }) => name === 'id') ? [] : [system('id', 'string')];
  return [...own, ...id, system('date_created', 'datetime'), system('date_updated', 'datetime')];
}

/** Returns a value as the grid shows it; '' for an unset one. */
export function showValue(value: AnyValue | undefined, type: PropertyType): string {
  if (value === null || value === undefined) return '';
  if (type === 'datetime' && typeof value === 'string') return showTime(value);
  return String(value);
}

/** Returns a value in words, for a text that is read and not edited. */
export function sayValue(
  value: AnyValue | undefined,
  { type, format }: { readonly type: PropertyType; readonly format?: NumberFormat | null | undefined },
): string {
  if (typeof value === 'boolean') return value ? valueTexts.yes : valueTexts.no;
  if (typeof value === 'number' && format) return writeNumber(value, format);
  return showValue(value, type) || valueTexts.unset;
}

/** Returns a time in UTC without the parts that are zero: `2026-01-02 09:00`, `2026-01-02`. */
function showTime(value: string): string {
  const match = /^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(?:\.(\d+))?Z$/.exec(value);
  if (match === null) return value;
  const [, day, minute, second, fraction = '000'] = match;
  const rest = fraction !== '000' ? `${second}.${fraction}` : second !== ':00' ? second : '';
  return rest === '' && minute === '00:00' ? (day ?? '') : `${day} ${minute}${rest}`;
}
