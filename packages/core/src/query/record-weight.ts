import type { RecordRow } from '../ground/rows.ts';

/** Bytes that a record and each of its numbers add to the length of its text. */
const RECORD_BYTES = 100;
const NUMBER_BYTES = 20;

/**
 * Returns the approximate size of a record in a response: the UTF-8 length of its text, and constants for everything
 * else.
 */
export function weighRecord({ id, values }: Pick<RecordRow, 'id' | 'values'>): number {
  let bytes = RECORD_BYTES + Buffer.byteLength(id);
  for (const value of values) bytes += typeof value === 'string' ? Buffer.byteLength(value) : NUMBER_BYTES;
  return bytes;
}

/** Returns the first records that weigh at most `maxBytes` together, but at least one unless `rows` is empty. */
export function withinBytes(rows: RecordRow[], maxBytes: number | undefined): RecordRow[] {
  if (maxBytes === undefined || weightBound(rows) <= maxBytes) return rows;
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += weighRecord(row);
    return bytes > maxBytes && i > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Returns the length of all text in UTF-16 units, a lower bound of its bytes. */
export function textLength(rows: readonly RecordRow[]): number {
  let length = 0;
  for (const { values } of rows) {
    for (const value of values) if (typeof value === 'string') length += value.length;
  }
  return length;
}

/** Returns an upper bound of the total weight of the records, without examining each character. */
function weightBound(rows: readonly RecordRow[]): number {
  let bytes = 0;
  for (const { id, values } of rows) {
    bytes += RECORD_BYTES + 3 * id.length;
    for (const value of values) bytes += typeof value === 'string' ? 3 * value.length : NUMBER_BYTES;
  }
  return bytes;
}
