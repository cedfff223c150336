import { type Caller, createSharedWork } from '@vitrine/core';
import { LRUCache } from 'lru-cache';

/** Milliseconds without a read after which a GIF is dropped: most show a second that is over. */
const KEPT_FOR = 10_000;

/**
 * GIFs by scene and second, up to a number of bytes, each until it was not read for 10 to 20 s. Callers get the same array
 * and must not change it.
 */
export class GifCache {
  readonly #gifs: LRUCache<string, Uint8Array>;
  readonly #making = createSharedWork<Uint8Array>();
  #hits = 0;
  #misses = 0;
  #purge: NodeJS.Timeout | null = null;

  constructor(maxBytes: number) {
    this.#gifs = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ byteLength }) => byteLength,
      ttl: KEPT_FOR,
      updateAgeOnGet: true,
    });
  }

  /** Returns null if the GIF is not cached. */
  find(key: string): Uint8Array | null {
    const gif = this.#gifs.get(key);
    if (gif === undefined) return null;
    this.#hits++;
    return gif;
  }

  /**
   * Makes a GIF that `find` has not found, and caches it even if all callers have left before it was done. Concurrent
   * calls of one account for the same key share one call of `make`. Accounts do not share it, because one would wait
   * for the turn of the other.
   *
   * @throws what `make` throws, to all callers that share the call.
   */
  make(key: string, caller: Caller, make: (caller: Caller) => Promise<Uint8Array>): Promise<Uint8Array> {
    const { account, signal } = caller;
    let isFirst = false;
    const made = this.#making(`${account} ${key}`, signal, async (wanted) => {
      isFirst = true;
      this.#misses++;
      const gif = await make({ account, signal: wanted });
      this.#gifs.set(key, gif);
      this.#purgeLater();
      return gif;
    });
    if (!isFirst) this.#hits++;
    return made;
  }

  /** Calls so far. Hits include those that shared a call in flight. */
  get reads(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  get bytes(): number {
    return this.#gifs.calculatedSize;
  }

  #purgeLater(): void {
    this.#purge ??= setTimeout(() => {
      this.#purge = null;
      this.#gifs.purgeStale();
      if (this.#gifs.size > 0) this.#purgeLater();
    }, KEPT_FOR).unref();
  }
}
