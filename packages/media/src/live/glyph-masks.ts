import { cover, type Mask } from '../paint/coverage.ts';
import type { Outline } from '../paint/glyph.ts';

/** Glyphs are drawn at this many places within a pixel. More are not distinguishable. */
const PHASES = 4;
/** Maximum bytes of the cached masks. Beyond it all are evicted at once. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Bytes of a mask besides its coverage. */
const OVERHEAD = 160;
/** Larger than any picture in both directions. */
const EVERYWHERE = { x: -8_192, y: -8_192, width: 16_384, height: 16_384 };

/** Caches the coverage of glyphs: the texts of one design have the same letters in the same sizes. */
export class GlyphMasks {
  readonly #masks = new Map<string, Mask | null>();
  #bytes = 0;

  /**
   * Returns a glyph with its origin at (x, baseline). Null: it is blank.
   *
   * @param id identifies the outline.
   */
  mask(id: number, outline: Outline, size: number, x: number, baseline: number): Mask | null {
    const place = Math.round(x * PHASES);
    const left = Math.floor(place / PHASES);
    const phase = place - left * PHASES;
    const key = `${id} ${size} ${phase}`;
    let mask = this.#masks.get(key);
    if (mask === undefined) {
      mask = cover([{ outline, scale: size, x: phase / PHASES, y: 0 }], EVERYWHERE);
      this.#keep(key, mask);
    }
    return mask === null ? null : { ...mask, x: mask.x + left, y: mask.y + Math.round(baseline) };
  }

  #keep(key: string, mask: Mask | null): void {
    const bytes = (mask?.coverage.length ?? 0) + OVERHEAD;
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#masks.clear();
      this.#bytes = 0;
    }
    this.#masks.set(key, mask);
    this.#bytes += bytes;
  }
}
