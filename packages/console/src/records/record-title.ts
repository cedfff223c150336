import type { AnyRow } from '@vitrine/client';
import { type Column, showValue } from './value-types.ts';

/** Longer titles are cut. */
const TITLE_MAX = 120;

/** Returns what a person calls a record: its unique value, else its first text, else its first value, else its id. */
export function titleOf(row: AnyRow, columns: readonly Column[]): string {
  const own = columns.filter(({ isSystem, name }) => !isSystem && (row[name] ?? '') !== '');
  const column = own.find(({ isUnique }) => isUnique) ?? own.find(({ type }) => type === 'string') ?? own[0];
  return column === undefined ? row.id : showValue(row[column.name], column.type).slice(0, TITLE_MAX);
}
