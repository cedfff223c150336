import type { InferredProperty } from '@vitrine/client';

/** Names of columns that identify something, in lower case. */
const NAMES: ReadonlySet<string> = new Set([
  ...['id', 'key', 'code', 'ref', 'reference', 'nr', 'no', 'num', 'number', 'nummer', 'uuid', 'guid'],
  ...['sku', 'mpn', 'ean', 'gtin', 'upc', 'barcode', 'asin', 'isbn', 'issn', 'doi'],
  ...['iata', 'icao', 'iban', 'vin'],
  ...['slug', 'handle', 'permalink', 'login', 'username', 'email', 'e-mail'],
]);
/** The words at the end of such names. */
const ENDINGS = [
  /[\s_.-](?:id|key|code|sku|ean|isbn|uuid|no|nr|num|number|nummer|ref)\.?$/i,
  /nummer$/i,
  /[a-z](?:Id|ID|Key|Code|No|Nr|Number)$/,
];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Letters with digits, without blanks: `A-0001`, `SKU-12`, `DE-2026/7`. */
const CODE = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]+(?:[-_./][A-Z\d]+)*$/;

/** Types whose values may identify a record. Dates and links hardly do. */
const TYPES: ReadonlySet<InferredProperty['type']> = new Set(['string', 'number']);

/**
 * Returns the column whose values identify the rows: they all differ, and its name or their shape says so. Null: none, or
 * nothing says it. Of several, the one whose name says most, then the first.
 */
export function proposeKey(columns: readonly InferredProperty[]): InferredProperty | null {
  let best: InferredProperty | null = null;
  let most = 0;
  for (const column of columns) {
    const weight = column.distinct && TYPES.has(column.type) ? weightOf(column) : 0;
    if (weight > most) [best, most] = [column, weight];
  }
  return best;
}

function weightOf({ column, samples }: InferredProperty): number {
  const name = column.trim();
  if (NAMES.has(name.toLowerCase())) return 3;
  if (ENDINGS.some((ending) => ending.test(name))) return 2;
  const isShaped = (shape: RegExp) => samples.length > 1 && samples.every((text) => shape.test(text));
  return isShaped(UUID) || isShaped(CODE) ? 1 : 0;
}
