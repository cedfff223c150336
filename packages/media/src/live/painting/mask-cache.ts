import { SharedCache } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import { cover, type Mask, type PlacedOutline } from '../../paint/coverage.ts';
import type { Outline } from '../../paint/glyph.ts';
import { roundedBox } from '../../paint/rounded-box.ts';

/** Glyphs are drawn at this many places within a pixel. More are not distinguishable. */
const PHASES = 4;
/** Maximum bytes of the cached masks, which accounts share, and of one of them. */
const MAX_BYTES = 8 * 1024 * 1024;
const MASK_MAX = MAX_BYTES / 8;
/** Bytes of a mask besides its coverage. */
const OVERHEAD = 160;
/** Larger than any picture in both directions. */
const EVERYWHERE = { x: -8_192, y: -8_192, width: 16_384, height: 16_384 };

/** Caches the coverage of glyphs and boxes: the pictures of one design have the same ones in the same sizes. */
export class MaskCache {
  readonly #masks = new SharedCache<Mask | null>(MAX_BYTES);

  /** Returns the masks for pictures of an account. New ones count for it. */
  of(account: string | null): Masks {
    return new Masks(this.#masks, account);
  }
}

/** Draws the coverage of glyphs and boxes, or returns it from the cache. */
export class Masks {
  readonly #masks: SharedCache<Mask | null>;
  readonly #account: string | null;

  constructor(masks: SharedCache<Mask | null>, account: string | null) {
    this.#masks = masks;
    this.#account = account;
  }

  /**
   * Returns a glyph with its origin at (x, baseline). Null: it is blank.
   *
   * @param id identifies the outline.
   */
  glyph(id: number, outline: Outline, size: number, x: number, baseline: number): Mask | null {
    const place = Math.round(x * PHASES);
    const left = Math.floor(place / PHASES);
    const phase = place - left * PHASES;
    const mask = this.#mask(`${id} ${size} ${phase}`, () => ({
      outline,
      scale: size,
      x: phase / PHASES,
      y: 0,
    }));
    return mask === null ? null : { ...mask, x: mask.x + left, y: mask.y + Math.round(baseline) };
  }

  /** Returns a box with rounded corners. */
  box({ x, y, width, height }: Rectangle, radius: number): Mask | null {
    const atOrigin = { x: 0, y: 0, width, height };
    const mask = this.#mask(`${width}×${height} ${radius}`, () => roundedBox(atOrigin, radius));
    return mask === null ? null : { ...mask, x: mask.x + x, y: mask.y + y };
  }

  #mask(key: string, outline: () => PlacedOutline): Mask | null {
    const known = this.#masks.get(key);
    if (known !== undefined) return known;
    const mask = cover([outline()], EVERYWHERE);
    const bytes = (mask?.coverage.length ?? 0) + OVERHEAD;
    if (bytes <= MASK_MAX) this.#masks.set(key, mask, { account: this.#account, bytes });
    return mask;
  }
}
