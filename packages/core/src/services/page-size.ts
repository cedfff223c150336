import type { StoreRecordResponse } from '../contracts/records.ts';
import { recordToJson, showRecord } from '../record-json.ts';
import type { RecordRow, StoreRow } from '../storage/index.ts';

/** JSON of what every record has, and of a value that is no text, at most. */
const RECORD_BYTES = 200;
const VALUE_BYTES = 40;
/** An escape such as \u0001 stands for one UTF-16 unit. */
const BYTES_PER_UNIT = 6;

export interface FittedPage {
  readonly items: StoreRecordResponse[];
  /** Not all rows are among the items. */
  readonly isCut: boolean;
}

/** As many of the first rows as are at most `maxBytes` of JSON together, and never none of some. */
export function fitPage(store: StoreRow, rows: readonly RecordRow[], maxBytes: number): FittedPage {
  const items = rows.map((row) => showRecord(store, row));
  if (boundJson(store, rows) <= maxBytes) return { items, isCut: false };
  let bytes = 0;
  const end = items.findIndex((item, i) => {
    bytes += Buffer.byteLength(recordToJson(item)) + 1;
    return bytes > maxBytes && i > 0;
  });
  return end < 0 ? { items, isCut: false } : { items: items.slice(0, end), isCut: true };
}

/** At least the length of the rows' JSON, without making it. */
function boundJson({ properties }: StoreRow, rows: readonly RecordRow[]): number {
  let members = RECORD_BYTES;
  for (const { name } of properties) members += VALUE_BYTES + BYTES_PER_UNIT * name.length;
  let bytes = members * rows.length;
  for (const { id, values } of rows) {
    // Shown twice where it is the key.
    bytes += 2 * BYTES_PER_UNIT * id.length;
    for (const value of values) if (typeof value === 'string') bytes += BYTES_PER_UNIT * value.length;
  }
  return bytes;
}
