import type { RecordRow } from '../storage/rows.ts';

/** Bytes that a record and each of its numbers count for, beside its text. */
const RECORD_BYTES = 100;
const NUMBER_BYTES = 20;

/** About how many bytes a record takes in an answer: the UTF-8 length of its text, and a constant for all else. */
export function weighRecord({ id, values }: Pick<RecordRow, 'id' | 'values'>): number {
  let bytes = RECORD_BYTES + Buffer.byteLength(id);
  for (const value of values) bytes += typeof value === 'string' ? Buffer.byteLength(value) : NUMBER_BYTES;
  return bytes;
}

/** As many of the first records as weigh at most `maxBytes` together, and never none of some. */
export function withinBytes(rows: RecordRow[], maxBytes: number | undefined): RecordRow[] {
  if (maxBytes === undefined || boundWeight(rows) <= maxBytes) return rows;
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += weighRecord(row);
    return bytes > maxBytes && i > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** At least what the records weigh together, without a look at each character. */
function boundWeight(rows: readonly RecordRow[]): number {
  let bytes = 0;
  for (const { id, values } of rows) {
    bytes += RECORD_BYTES + 3 * id.length;
    for (const value of values) bytes += typeof value === 'string' ? 3 * value.length : NUMBER_BYTES;
  }
  return bytes;
}
