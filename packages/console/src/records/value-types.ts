import type { AnyValue, StoreProperty } from '@vitrine/client';
import { gridTexts } from '../texts/en/grid.ts';

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
}

/** Returns the columns of a store: its properties, then id and times. */
export function columnsOf(properties: readonly StoreProperty[]): readonly Column[] {
  const own = properties.map(
    ({ name, type, unique, required }): Column => ({
      name,
      type,
      isEditable: !unique,
      isUnique: unique,
      isRequired: required,
      isSystem: false,
    }),
  );
  const system = (name: string, type: PropertyType): Column => ({
    name,
    type,
    isEditable: false,
    isUnique: false,
    isRequired: false,
    isSystem: true,
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
export function sayValue(value: AnyValue | undefined, type: PropertyType): string {
  if (typeof value === 'boolean') return value ? gridTexts.yes : gridTexts.no;
  return showValue(value, type) || gridTexts.unset;
}

/** Returns a time in UTC without the parts that are zero: `2026-01-02 09:00`. */
function showTime(value: string): string {
  const match = /^(\d{4,}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)(?:\.(\d+))?Z$/.exec(value);
  if (match === null) return value;
  const [, day, minute, second, fraction = '000'] = match;
  const rest = fraction !== '000' ? `${second}.${fraction}` : second !== ':00' ? second : '';
  return `${day} ${minute}${rest}`;
}

/**
 * Returns what to send for a text that was typed into a cell. What can't be read is sent as it is, because the server
 * says best what is wrong with it. An empty text unsets the value.
 */
export function readValue(text: string, type: PropertyType): AnyValue {
  if (text === '') return null;
  const bare = text.trim();
  if (type === 'number') {
    return bare !== '' && Number.isFinite(Number(bare)) && !/^0[xob]/i.test(bare) ? Number(bare) : text;
  }
  if (type === 'boolean') {
    if (/^(?:true|yes|1)$/i.test(bare)) return true;
    return /^(?:false|no|0)$/i.test(bare) ? false : text;
  }
  return type === 'datetime' ? bare : text;
}
