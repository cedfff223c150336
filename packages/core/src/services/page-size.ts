import type { StoreRecordResponse } from '../contracts/records.ts';
import { showRecord } from '../schema/record-json.ts';
import type { RecordRow, StoreRow } from '../storage/index.ts';

export interface FittedPage {
  readonly items: StoreRecordResponse[];
  /** Not all rows are among the items. */
  readonly isCut: boolean;
}

/** As many of the first rows as take at most `maxBytes` of JSON together, commas included; at least one of some. */
export function fitPage(store: StoreRow, rows: readonly RecordRow[], maxBytes: number): FittedPage {
  const items = rows.map((row) => showRecord(store, row));
  if (isSmall(store, rows, maxBytes)) return { items, isCut: false };
  const nameBytes = new Map<string, number>();
  let bytes = 0;
  const end = items.findIndex((item, i) => {
    bytes += jsonBytes(item, nameBytes);
    return bytes > maxBytes && i > 0;
  });
  return end < 0 ? { items, isCut: false } : { items: items.slice(0, end), isCut: true };
}

/** JSON of an id, of two times, and of a value that is no text, at most. */
const RECORD_BYTES = 200;
const VALUE_BYTES = 40;
/** An escape such as \u0001 stands for one UTF-16 unit. */
const BYTES_PER_UNIT = 6;

/** Whether the rows fit by a bound that needs no look at their characters. */
function isSmall({ properties }: StoreRow, rows: readonly RecordRow[], maxBytes: number): boolean {
  let members = RECORD_BYTES;
  for (const { name } of properties) members += VALUE_BYTES + BYTES_PER_UNIT * name.length;
  let bytes = members * rows.length;
  for (const { id, values } of rows) {
    // Shown twice where it is the key.
    bytes += 2 * BYTES_PER_UNIT * id.length;
    for (const value of values) if (typeof value === 'string') bytes += BYTES_PER_UNIT * value.length;
  }
  return bytes <= maxBytes;
}

/** UTF-8 bytes of a record's JSON and of a comma behind it. Making the JSON to measure it would cost several times as much. */
function jsonBytes(record: StoreRecordResponse, nameBytes: Map<string, number>): number {
  // Two braces, and the comma behind them in place of the one behind the last member.
  let bytes = 2;
  for (const name of Object.keys(record)) {
    let length = nameBytes.get(name);
    if (length === undefined) {
      length = textBytes(name);
      nameBytes.set(name, length);
    }
    const value = record[name] ?? null;
    bytes += length + 2 + (typeof value === 'string' ? textBytes(value) : String(value).length);
  }
  return bytes;
}

/** Characters that JSON writes as escapes. Text of a store holds no lone surrogate. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const ESCAPED = /["\\\u0000-\u001f]/;

function textBytes(text: string): number {
  return ESCAPED.test(text) ? Buffer.byteLength(JSON.stringify(text)) : Buffer.byteLength(text) + 2;
}
