import { type Caller, createSharedWork } from '@vitrine/core';
import { LRUCache } from 'lru-cache';
import type { DrawingSources } from '../image/drawing-sources.ts';

type Size = Parameters<DrawingSources['picture']>[1];

/** Decoded pictures in the size in which they are drawn, up to a number of bytes. Callers must not change them. */
export class PictureCache {
  readonly #source: DrawingSources['picture'];
  readonly #pictures: LRUCache<string, Uint8Array>;
  readonly #decoding = createSharedWork<Uint8Array>();

  constructor(source: DrawingSources['picture'], maxBytes: number) {
    this.#source = source;
    this.#pictures = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => byteLength });
  }

  /**
   * Returns RGBA pixels of exactly this size. Concurrent calls of an account for the same ones decode once.
   *
   * @param hash of the bytes, which `load` returns.
   */
  async pixels(
    hash: string,
    size: Size,
    load: (hash: string) => Promise<Uint8Array>,
    { account, signal }: Caller,
  ): Promise<Uint8Array> {
    const key = `${size.width} ${size.height} ${size.fit} ${hash}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    return this.#decoding(`${account} ${key}`, signal, async (wanted) => {
      const pixels = await this.#source(await load(hash), size, { account, signal: wanted });
      this.#pictures.set(key, pixels);
      return pixels;
    });
  }

  get bytes(): number {
    return this.#pictures.calculatedSize;
  }
}
