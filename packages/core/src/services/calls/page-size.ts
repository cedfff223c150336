import type { StoreRecordResponse } from '../../contracts/records/records.ts';
import { showRecord } from '../../schema/record-json.ts';
import type { RecordRow, StoreRow } from '../../storage/index.ts';

export interface FittedPage {
  readonly items: StoreRecordResponse[];
  /** True: some rows were removed from the page. */
  readonly isCut: boolean;
}

/**
 * Returns the first rows that take at most `maxBytes` of JSON together, including commas, but at least one unless
 * `rows` is empty.
 */
export function fitPage(store: StoreRow, rows: readonly RecordRow[], maxBytes: number): FittedPage {
  const items = rows.map((row) => showRecord(store, row));
  if (isSmall(store, rows, maxBytes)) return { items, isCut: false };
  const nameBytes = new Map<string, number>();
  let bytes = 0;
  const end = items.findIndex((item, i) => {
    bytes += membersBytes(item, nameBytes);
    return bytes > maxBytes && i > 0;
  });
  return end < 0 ? { items, isCut: false } : { items: items.slice(0, end), isCut: true };
}

/** Upper bound of the JSON of an id, of two times, and of a value that is not text. */
const RECORD_BYTES = 200;
const VALUE_BYTES = 40;
/** The length of an escape such as \u0001, which represents one UTF-16 unit. */
const BYTES_PER_UNIT = 6;

/** Returns whether the rows fit by an upper bound that does not examine their characters. */
function isSmall({ properties }: StoreRow, rows: readonly RecordRow[], maxBytes: number): boolean {
  let members = RECORD_BYTES;
  for (const { name } of properties) members += VALUE_BYTES + BYTES_PER_UNIT * name.length;
  let bytes = members * rows.length;
  for (const { id, values } of rows) {
    // The id is shown twice if it is the key.
    bytes += 2 * BYTES_PER_UNIT * id.length;
    for (const value of values) if (typeof value === 'string') bytes += BYTES_PER_UNIT * value.length;
  }
  return bytes <= maxBytes;
}

type Members = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Returns the UTF-8 bytes of the JSON of an object and of a comma after it. Serializing the object to measure it would cost
 * several times as much.
 * @param nameBytes keeps the bytes of names.
 */
export function membersBytes(members: Members, nameBytes: Map<string, number>): number {
  const names = Object.keys(members);
  // Two braces. The comma after the object replaces the one after the last member.
  let bytes = names.length === 0 ? 3 : 2;
  for (const name of names) {
    let length = nameBytes.get(name);
    if (length === undefined) {
      length = textBytes(name);
      nameBytes.set(name, length);
    }
    const value = members[name] ?? null;
    bytes += length + 2 + (typeof value === 'string' ? textBytes(value) : String(value).length);
  }
  return bytes;
}

/** Characters that JSON escapes. Stored text contains no lone surrogate. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const ESCAPED = /["\\\u0000-\u001f]/;

function textBytes(text: string): number {
  return ESCAPED.test(text) ? Buffer.byteLength(JSON.stringify(text)) : Buffer.byteLength(text) + 2;
}
