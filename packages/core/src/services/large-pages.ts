import type { Figure } from '../figures.ts';
import { PAGE_MAX_BYTES } from '../limits.ts';
import type { RecordRow, Slice } from '../storage/index.ts';
import type { CallOptions } from '../turns/caller.ts';
import { createTurns } from '../turns/turns.ts';

/** A page of more bytes is large. */
const LARGE_BYTES = 512 * 1024;
/** Stores whose width is kept. */
const STORES_MAX = 10_000;
const WAIT_MS = 10_000;

export interface PageOptions extends CallOptions {
  /**
   * Is called before a large page is read, with the bytes that it may have.
   * @throws UnavailableError to refuse the page.
   */
  readonly reserve?: (bytes: number) => void;
}

/** A page that is about to be read. */
export interface ExpectedPage {
  readonly storeId: string;
  readonly accountId: string;
  /** Records at most. */
  readonly limit: number;
}

/**
 * Reads large pages one after another for each account, so that many of them hold neither the event loop nor the memory
 * of one page each. Whether a page is large is expected from the records of the store that were read last; a store that
 * was not read yet counts as wide.
 */
export interface LargePages {
  /**
   * Runs `read`, in a turn of the account if the page is expected to be large. @throws UnavailableError like
   * `Turns.take`.
   */
  read(
    page: ExpectedPage,
    options: PageOptions,
    read: () => Promise<Slice<RecordRow>>,
  ): Promise<Slice<RecordRow>>;
  figures(): Figure[];
}

export function createLargePages(): LargePages {
  const widths = new Map<string, number>();
  const turns = createTurns({
    queue: 'pages',
    atOnce: 4,
    reserved: 2,
    perAccount: 1,
    waiting: 400,
    waitMax: WAIT_MS,
    refusal: 'Too many large pages are being read.',
  });

  function expectedBytes({ storeId, limit }: ExpectedPage): number {
    return Math.min(PAGE_MAX_BYTES, limit * (widths.get(storeId) ?? PAGE_MAX_BYTES));
  }

  function note({ storeId }: ExpectedPage, { rows }: Slice<RecordRow>): void {
    if (rows.length === 0) return;
    if (widths.size >= STORES_MAX && !widths.has(storeId)) widths.clear();
    widths.set(storeId, Math.ceil(lengthOf(rows) / rows.length));
  }

  return {
    async read(page, options, read) {
      const bytes = expectedBytes(page);
      const isLarge = bytes > LARGE_BYTES;
      const turn = isLarge ? await turns.take({ account: page.accountId, signal: options.signal }) : null;
      try {
        // Much may have been reserved since the call began to wait, and the store may be known by now.
        if (isLarge) options.reserve?.(expectedBytes(page));
        const slice = await read();
        note(page, slice);
        return slice;
      } finally {
        turn?.end();
      }
    },
    figures: turns.figures,
  };
}

/** The length of all text, which is at most its bytes. */
function lengthOf(rows: readonly RecordRow[]): number {
  let length = 0;
  for (const { values } of rows) {
    for (const value of values) if (typeof value === 'string') length += value.length;
  }
  return length;
}
