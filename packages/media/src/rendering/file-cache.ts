import type { Caller } from '@vitrine/core';
import { createSharedCalls, SharedCache } from '@vitrine/core/server';

/** Milliseconds without a read after which a picture of one second is dropped: most are over. */
const KEPT_FOR = 10_000;

interface Kept<File> {
  readonly file: File;
  /** When it was read last, of a file that shows a second. */
  readAt: number | null;
}

/**
 * Files by what they show, up to a number of bytes that accounts share (`SharedCache`). Those that show a second are dropped if they were not read for 10 to
 * 20 s. Callers get the same file and must not change it.
 */
export class FileCache<File extends object> {
  readonly #files: SharedCache<Kept<File>>;
  readonly #bytesOf: (file: File) => number;
  readonly #making = createSharedCalls<File>();
  #hits = 0;
  #misses = 0;
  #purge: NodeJS.Timeout | null = null;

  /** @param bytesOf returns the size of a file. */
  constructor(maxBytes: number, bytesOf: (file: File) => number) {
    this.#files = new SharedCache(maxBytes);
    this.#bytesOf = bytesOf;
  }

  /** Returns null if the file is not cached. */
  find(key: string): File | null {
    const kept = this.#files.get(key);
    if (kept === undefined) return null;
    if (kept.readAt !== null) kept.readAt = performance.now();
    this.#hits++;
    return kept.file;
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
      const kept = { file, readAt: isOfSecond ? performance.now() : null };
      this.#files.set(key, kept, { account, bytes: this.#bytesOf(file) });
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
    return this.#files.bytes;
  }

  #purgeLater(): void {
    this.#purge ??= setTimeout(() => {
      this.#purge = null;
      const unread = performance.now() - KEPT_FOR;
      this.#files.deleteIf(({ readAt }) => readAt !== null && readAt <= unread);
      if (this.#files.size > 0) this.#purgeLater();
    }, KEPT_FOR).unref();
  }
}
