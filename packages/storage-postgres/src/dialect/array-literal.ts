import type { SqlParameter, SqlValue } from '@vitrine/storage-sql';

const QUOTED = /["\\]/;
const EACH_QUOTED = /["\\]/g;

/**
 * Returns a parameter in the form that pg sends fastest: a list of texts and numbers becomes one array literal
 * (PostgreSQL, "Array Input and Output Syntax"). pg's own conversion examines each element several times, which is
 * expensive for batches.
 */
export function toParameter(value: SqlParameter): unknown {
  return isList(value) ? toLiteral(value) : value;
}

/** Returns an array literal of texts and numbers. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quote(value) : value)).join()}}`;
}

function isList(value: SqlParameter): value is readonly SqlValue[] {
  return Array.isArray(value);
}

/** Returns the list itself if it holds bytes, because pg can write those. */
function toLiteral(values: readonly SqlValue[]): string | readonly SqlValue[] {
  let literal = '';
  for (const value of values) {
    literal += literal === '' ? '{' : ',';
    if (typeof value === 'string') literal += quote(value);
    else if (typeof value === 'number') literal += value;
    else if (value === null) literal += 'NULL';
    else return values;
  }
  return literal === '' ? '{}' : `${literal}}`;
}

function quote(text: string): string {
  return QUOTED.test(text) ? `"${text.replace(EACH_QUOTED, '\\$&')}"` : `"${text}"`;
}
