import { type Caller, createSharedWork } from '@vitrine/core';

/** GIFs by scene and second, as many as fit; those not asked for the longest go first. Everyone gets the same array. */
export class GifCache {
  readonly #maxBytes: number;
  readonly #gifs = new Map<string, Uint8Array>();
  readonly #making = createSharedWork<Uint8Array>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Null: it is not kept. */
  find(key: string): Uint8Array | null {
    const kept = this.#gifs.get(key);
    if (kept === undefined) return null;
    this.#hits++;
    this.#gifs.delete(key);
    this.#gifs.set(key, kept);
    return kept;
  }

  /**
   * Makes a GIF that `find` has not found, and keeps it, also when the callers have left before it was done. Equal calls
   * of one account at one time make one. Accounts do not share a call: one would wait for the turn of the other.
   *
   * @throws what `make` throws, to all who asked meanwhile.
   */
  make(key: string, caller: Caller, make: (caller: Caller) => Promise<Uint8Array>): Promise<Uint8Array> {
    const { account, signal } = caller;
    let isFirst = false;
    const made = this.#making(`${account} ${key}`, signal, async (wanted) => {
      isFirst = true;
      this.#misses++;
      const gif = await make({ account, signal: wanted });
      this.#keep(key, gif);
      return gif;
    });
    if (!isFirst) this.#hits++;
    return made;
  }

  /** Calls so far that found their GIF, or one being made, and those that did not. */
  get reads(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  get bytes(): number {
    return this.#bytes;
  }

  #keep(key: string, gif: Uint8Array): void {
    if (gif.length > this.#maxBytes) return;
    this.#bytes += gif.length - (this.#gifs.get(key)?.length ?? 0);
    this.#gifs.delete(key);
    this.#gifs.set(key, gif);
    for (const [oldest, { length }] of this.#gifs) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#gifs.delete(oldest);
      this.#bytes -= length;
    }
  }
}
