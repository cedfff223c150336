import type { StoreRecordResponse } from '../../contracts/records/records.ts';
import { BoundedMap } from '../../ground/collections.ts';
import { PAGE_MAX_BYTES } from '../../ground/limits.ts';
import type { Metric } from '../../ground/metric.ts';
import { textLength } from '../../query/record-weight.ts';
import { showRecord } from '../../schema/record-json.ts';
import type { RecordRow, Slice, StoreRow } from '../../storage/index.ts';
import type { SearchOptions } from '../../turns/caller.ts';
import { takeLoopTurn } from '../../turns/loop-turn.ts';
import { createTurns } from '../../turns/turns.ts';

/** The number of bytes above which a page is large. */
const LARGE_BYTES = 512 * 1024;
/** The number of bytes from which making the JSON of a response takes milliseconds. */
export const LONG_BYTES = 64 * 1024;
/** Upper bound of stores whose record size is cached. */
const STORES_MAX = 10_000;
const WAIT_MS = 10_000;

export interface PageOptions extends SearchOptions {
  /**
   * Called before a large page is read, with the maximum of its bytes.
   * @throws UnavailableError to reject the page.
   */
  readonly reserve?: ((bytes: number) => void) | undefined;
}

/** The expected size of a page. */
export interface ExpectedPage {
  readonly storeId: string;
  readonly accountId: string;
  /** Maximum number of records. */
  readonly limit: number;
}

/**
 * Reads a few large pages of each account at a time, so that many of them do not hold the memory of one page each, and
 * returns each that takes long to make in a turn of the event loop (`takeLoopTurn`). Estimates the size of a page from the
 * last records that were read of the store. Pages of a store that was not read yet count as large.
 */
export interface LargePages {
  /**
   * Runs `read`, in a turn of the account if the page is expected to be large.
   * @throws UnavailableError like `Turns.take`.
   */
  read(
    page: ExpectedPage,
    options: PageOptions,
    read: () => Promise<Slice<RecordRow>>,
  ): Promise<Slice<RecordRow>>;
  metrics(): Metric[];
}

export function createLargePages(): LargePages {
  const widths = new BoundedMap<string, number>(STORES_MAX);
  const turns = createTurns({
    queue: 'pages',
    atOnce: 4,
    reserved: 2,
    perAccount: 2,
    waiting: 400,
    waitMax: WAIT_MS,
    refusal: 'Too many large pages are being read.',
  });

  function expectedBytes({ storeId, limit }: ExpectedPage): number {
    return Math.min(PAGE_MAX_BYTES, limit * (widths.get(storeId) ?? PAGE_MAX_BYTES));
  }

  /** Notes the size of the records of a store. Returns the characters of the page. */
  function note({ storeId }: ExpectedPage, { rows }: Slice<RecordRow>): number {
    if (rows.length === 0) return 0;
    const length = textLength(rows);
    widths.set(storeId, Math.ceil(length / rows.length));
    return length;
  }

  return {
    async read(page, options, read) {
      const isLarge = expectedBytes(page) > LARGE_BYTES;
      const caller = { account: page.accountId, signal: options.signal };
      const turn = isLarge ? await turns.take(caller) : null;
      try {
        // While the call waited, others may have reserved bytes, and the record size of the store may have become
        // known.
        if (isLarge) options.reserve?.(expectedBytes(page));
        const slice = await read();
        if (note(page, slice) > LONG_BYTES) await takeLoopTurn(caller);
        return slice;
      } finally {
        turn?.end();
      }
    },
    metrics: turns.metrics,
  };
}

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
