import type { Caller } from '@vitrine/core';
import { createSharedCalls } from '@vitrine/core/server';
import { LRUCache } from 'lru-cache';

/** Milliseconds without a read after which a picture of one second is dropped: most are over. */
const KEPT_FOR = 10_000;

/**
 * Files by what they show, up to a number of bytes. Those that show a second are dropped if they were not read for 10 to
 * 20 s. Callers get the same file and must not change it.
 */
export class FileCache<File extends object> {
  readonly #files: LRUCache<string, File>;
  readonly #making = createSharedCalls<File>();
  #hits = 0;
  #misses = 0;
  #purge: NodeJS.Timeout | null = null;

  /** @param bytesOf returns the size of a file. */
  constructor(maxBytes: number, bytesOf: (file: File) => number) {
    this.#files = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf, updateAgeOnGet: true });
  }

  /** Returns null if the file is not cached. */
  find(key: string): File | null {
    const file = this.#files.get(key);
    if (file === undefined) return null;
    this.#hits++;
    return file;
  }

  /**
   * Makes a file that `find` has not found, and caches it even if all callers have left before it was done. Concurrent
   * calls of one account for the same key share one call of `make`. Accounts do not share it, because one would wait
   * for the turn of the other.
   *
   * @param isOfSecond whether the file shows a second.
   * @throws what `make` throws, to all callers that share the call.
   */
  make(
    key: string,
    caller: Caller,
    make: (caller: Caller) => Promise<File>,
    isOfSecond = true,
  ): Promise<File> {
    const { account, signal } = caller;
    let isFirst = false;
    const made = this.#making(`${account} ${key}`, signal, async (wanted) => {
      isFirst = true;
      this.#misses++;
      const file = await make({ account, signal: wanted });
      this.#files.set(key, file, isOfSecond ? { ttl: KEPT_FOR } : {});
      if (isOfSecond) this.#purgeLater();
      return file;
    });
    if (!isFirst) this.#hits++;
    return made;
  }

  /** Calls so far. Hits include those that shared a call in flight. */
  get reads(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  get bytes(): number {
    return this.#files.calculatedSize;
  }

  #purgeLater(): void {
    this.#purge ??= setTimeout(() => {
      this.#purge = null;
      this.#files.purgeStale();
      if (this.#files.size > 0) this.#purgeLater();
    }, KEPT_FOR).unref();
  }
}
