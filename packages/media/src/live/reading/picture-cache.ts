import type { Caller } from '@vitrine/core';
import { createSharedCalls, SharedCache } from '@vitrine/core/server';
import type { DrawingSources } from '../../image/drawing-sources.ts';
import { type Pixels, pixelsOf } from '../../paint/canvas.ts';

type Size = Parameters<DrawingSources['picture']>[1];

/**
 * Decoded pictures in the size in which they are drawn, up to a number of bytes that accounts share. Callers must not change them.
 */
export class PictureCache {
  readonly #source: DrawingSources['picture'];
  readonly #pictures: SharedCache<Pixels>;
  readonly #decoding = createSharedCalls<Pixels>();

  constructor(source: DrawingSources['picture'], maxBytes: number) {
    this.#source = source;
    this.#pictures = new SharedCache(maxBytes);
  }

  /**
   * Returns the pixels in exactly this size. Concurrent calls of an account for the same ones decode once.
   *
   * @param hash of the bytes, which `load` returns.
   */
  async pixels(
    hash: string,
    size: Size,
    load: (hash: string) => Promise<Uint8Array>,
    { account, signal }: Caller,
  ): Promise<Pixels> {
    const key = `${size.width} ${size.height} ${size.fit} ${hash}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    return this.#decoding(`${account} ${key}`, signal, async (wanted) => {
      const rgba = await this.#source(await load(hash), size, { account, signal: wanted });
      const { colors, alpha } = pixelsOf(rgba);
      const pixels = { colors: shared(colors), alpha: alpha === null ? null : shared(alpha) };
      this.#pictures.set(key, pixels, { account, bytes: bytesOf(pixels) });
      return pixels;
    });
  }

  get bytes(): number {
    return this.#pictures.bytes;
  }
}

/** Returns a copy in shared memory, which a message to a thread does not copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function bytesOf({ colors, alpha }: Pixels): number {
  return colors.length + (alpha?.length ?? 0);
}
