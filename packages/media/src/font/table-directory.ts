import { FontError } from './font-error.ts';

/** Bytes of all tables of a font together, unpacked. */
const MAX_UNPACKED = 16 * 1024 * 1024;
const MAX_TABLES = 128;

export function tableCount(count: number): number {
  if (count === 0 || count > MAX_TABLES) throw new FontError(`A font has 1 to ${MAX_TABLES} tables.`);
  return count;
}

export function boundedTotal(total: number, length: number): number {
  if (total + length > MAX_UNPACKED)
    throw new FontError('The tables of the font are larger than 16 MB together.');
  return total + length;
}

export function addTable(tables: Map<string, Buffer>, tag: string, table: Buffer): void {
  if (tables.has(tag)) throw new FontError(`The font has the table ${shown(tag)} twice.`);
  tables.set(tag, table);
}

/** A tag as text: tags come from the file. */
export function shown(tag: string): string {
  return JSON.stringify(tag.replace(/[^\x21-\x7e]/g, '?'));
}
