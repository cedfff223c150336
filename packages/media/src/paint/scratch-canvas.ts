import { Canvas } from './canvas.ts';

/** Pixels of the largest canvas whose memory is kept: 1,200 × 800. */
const PIXELS_MAX = 960_000;

/**
 * The memory of one canvas at a time. A new canvas for each picture would make the garbage collector run every few pictures,
 * because it counts bytes.
 */
export class ScratchCanvas {
  #colors = new Uint8Array();
  #alpha = new Uint8Array();

  /** Returns a copy of a canvas. The next call may overwrite it. */
  copyOf(canvas: Canvas): Canvas {
    const { width, height, colors, alpha } = canvas;
    if (width * height > PIXELS_MAX) return canvas.copy();
    if (this.#colors.length < colors.length) this.#colors = new Uint8Array(colors.length);
    if (alpha !== null && this.#alpha.length < alpha.length) this.#alpha = new Uint8Array(alpha.length);
    const copy = new Canvas(
      width,
      height,
      this.#colors.subarray(0, colors.length),
      alpha === null ? null : this.#alpha.subarray(0, alpha.length),
    );
    copy.colors.set(colors);
    if (alpha !== null) copy.alpha?.set(alpha);
    return copy;
  }
}
