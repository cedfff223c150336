import type { SqlParameter, SqlValue } from '@vitrine/storage-sql';

const QUOTED = /["\\]/;
const EACH_QUOTED = /["\\]/g;

/**
 * A parameter as pg sends it quickest: a list of texts and numbers as one array literal (PostgreSQL's "Array Input and
 * Output Syntax"). pg itself asks each element for its kind several times, which was a sixth of a batch.
 */
export function toParameter(value: SqlParameter): unknown {
  return isList(value) ? toLiteral(value) : value;
}

function isList(value: SqlParameter): value is readonly SqlValue[] {
  return Array.isArray(value);
}

/** The list itself where it holds bytes, which pg can write. */
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
