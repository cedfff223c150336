/** GIFs by scene and second, as many as fit; those not asked for the longest go first. Equal calls at one time make one GIF. */
export class GifCache {
  readonly #maxBytes: number;
  readonly #gifs = new Map<string, Uint8Array>();
  readonly #making = new Map<string, Promise<Uint8Array>>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A failure is everyone's who asked meanwhile, and is not kept. */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#gifs.get(key);
    if (kept !== undefined) {
      this.#hits++;
      this.#gifs.delete(key);
      this.#gifs.set(key, kept);
      return Promise.resolve(kept);
    }
    const making = this.#making.get(key);
    if (making !== undefined) {
      this.#hits++;
      return making;
    }
    this.#misses++;
    const made = make()
      .then((gif) => {
        this.#keep(key, gif);
        return gif;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** Calls so far that found their GIF, or one being made, and those that did not. */
  get reads(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  #keep(key: string, gif: Uint8Array): void {
    if (gif.length > this.#maxBytes) return;
    this.#gifs.set(key, gif);
    this.#bytes += gif.length;
    for (const [oldest, { length }] of this.#gifs) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#gifs.delete(oldest);
      this.#bytes -= length;
    }
  }
}
