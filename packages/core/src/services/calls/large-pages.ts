import { BoundedMap } from '../../ground/bounded-map.ts';
import { PAGE_MAX_BYTES } from '../../ground/limits.ts';
import type { Metric } from '../../ground/metric.ts';
import { textLength } from '../../query/record-weight.ts';
import type { RecordRow, Slice } from '../../storage/index.ts';
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
