import type { SqlParameter, SqlValue } from '@vitrine/storage-sql';

/**
 * Returns a parameter in the form that pg sends fastest: a list of texts and numbers becomes one array literal. pg's own
 * conversion examines each element several times, which is expensive for batches. pg writes a list that holds bytes itself.
 */
export function toParameter(value: SqlParameter): unknown {
  return isList(value) && value.every(isWritten) ? arrayLiteral(value) : value;
}

/**
 * Returns an array literal (PostgreSQL, "Array Input and Output Syntax"). JSON writes an element as the literal does, unless
 * a text needs an escape, and in a fraction of the time that it takes to put the literal together.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  const json = JSON.stringify(values);
  if (!json.includes('\\')) return `{${json.slice(1, -1)}}`;
  return `{${values.map((value) => (typeof value === 'string' ? quote(value) : (value ?? 'NULL'))).join()}}`;
}

function isList(value: SqlParameter): value is readonly SqlValue[] {
  return Array.isArray(value);
}

function isWritten(value: SqlValue): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
