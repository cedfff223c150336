import { FontError } from './font-error.ts';

/** Maximum bytes of all tables of a font, unpacked. */
const MAX_UNPACKED = 16 * 1024 * 1024;
const MAX_TABLES = 128;

export function checkedTableCount(count: number): number {
  if (count === 0 || count > MAX_TABLES) throw new FontError(`A font has 1 to ${MAX_TABLES} tables.`);
  return count;
}

export function boundedTotal(total: number, length: number): number {
  if (total + length > MAX_UNPACKED)
    throw new FontError('The tables of the font are larger than 16 MB in total.');
  return total + length;
}

export function addTable(tables: Map<string, Buffer>, tag: string, table: Buffer): void {
  if (tables.has(tag)) throw new FontError(`The font has the table ${printable(tag)} twice.`);
  tables.set(tag, table);
}

/** Returns a tag as quoted printable ASCII for error messages. Tags are untrusted input. */
export function printable(tag: string): string {
  return JSON.stringify(tag.replace(/[^\x21-\x7e]/g, '?'));
}
