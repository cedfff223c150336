import type { Rectangle } from '../../gif/gif-writer.ts';
import { packedAt, type Rgb } from './color.ts';
import type { Mask } from './coverage.ts';
import type { ColorAt } from './gradient.ts';

/** `left`, `top`: the origin of the canvas in the coordinates of the shape. */
export interface PaintOptions {
  readonly left?: number;
  readonly top?: number;
  readonly opacity?: number;
}

/** A picture in full color. It is opaque if `alpha` is null. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel; where it is transparent, the color that edges blend with. */
  readonly colors: Uint8Array;
  /** Opacity of each pixel, 0 to 255. */
  readonly alpha: Uint8Array | null;

  constructor(width: number, height: number, colors: Uint8Array, alpha: Uint8Array | null) {
    this.width = width;
    this.height = height;
    this.colors = colors;
    this.alpha = alpha;
  }

  static filled(width: number, height: number, color: Rgb, transparent: boolean): Canvas {
    const colors = new Uint8Array(width * height * 3);
    colors.set(color);
    // Doubling the filled part is much faster than a loop over the pixels.
    for (let filled = 3; filled < colors.length; filled *= 2) colors.copyWithin(filled, 0, filled);
    return new Canvas(width, height, colors, transparent ? new Uint8Array(width * height) : null);
  }

  equals(other: Canvas): boolean {
    if (this.width !== other.width || Buffer.compare(this.colors, other.colors) !== 0) return false;
    if (this.alpha === null || other.alpha === null) return this.alpha === other.alpha;
    return Buffer.compare(this.alpha, other.alpha) === 0;
  }

  /** Returns whether a pixel is the same in a canvas of the same kind and size. */
  isEqualAt({ colors, alpha }: Canvas, pixel: number): boolean {
    return (
      packedAt(this.colors, pixel * 3) === packedAt(colors, pixel * 3) &&
      this.alpha?.[pixel] === alpha?.[pixel]
    );
  }

  copy(): Canvas {
    return new Canvas(this.width, this.height, this.colors.slice(), this.alpha?.slice() ?? null);
  }

  /** Returns the picture as it looks on a page of one color. */
  over(page: Rgb): Canvas {
    const { alpha, width, height } = this;
    if (alpha === null) return this;
    const colors = this.colors.map((value, at) => {
      const opacity = (alpha[Math.floor(at / 3)] ?? 0) / 255;
      return Math.round((page[at % 3] ?? 0) * (1 - opacity) + value * opacity);
    });
    return new Canvas(width, height, colors, null);
  }

  /** Returns a copy of a part, which must be inside the canvas. */
  cut({ x, y, width, height }: Rectangle): Canvas {
    const colors = new Uint8Array(width * height * 3);
    const alpha = this.alpha === null ? null : new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.width + x;
      colors.set(this.colors.subarray(from * 3, (from + width) * 3), row * width * 3);
      if (this.alpha !== null) alpha?.set(this.alpha.subarray(from, from + width), row * width);
    }
    return new Canvas(width, height, colors, alpha);
  }

  /** Draws a shape in one color, relative to (left, top), with an opacity of 0 to 1. Clips it to the canvas. */
  paint(mask: Mask, color: Rgb, { left = 0, top = 0, opacity = 1 }: PaintOptions = {}): void {
    this.#paint(mask, () => color, left, top, opacity);
  }

  /** Draws a shape in the colors of a gradient. */
  paintGradient(mask: Mask, colorAt: ColorAt, opacity: number): void {
    this.#paint(mask, colorAt, 0, 0, opacity);
  }

  /** Fills the canvas with a gradient. Its opacity stays. */
  fillGradient(colorAt: ColorAt): void {
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) this.colors.set(colorAt(x, y), (y * this.width + x) * 3);
    }
  }

  #paint(mask: Mask, colorAt: ColorAt, left: number, top: number, opacity: number): void {
    const { colors, alpha, width, height } = this;
    const firstRow = Math.max(0, top - mask.y);
    const lastRow = Math.min(mask.height, top + height - mask.y);
    const firstColumn = Math.max(0, left - mask.x);
    const lastColumn = Math.min(mask.width, left + width - mask.x);
    for (let row = firstRow; row < lastRow; row++) {
      const to = (mask.y + row - top) * width + mask.x - left;
      for (let column = firstColumn; column < lastColumn; column++) {
        const covered = (mask.coverage[row * mask.width + column] ?? 0) * opacity;
        if (covered === 0) continue;
        const [red, green, blue] = colorAt(mask.x + column, mask.y + row);
        const pixel = to + column;
        colors[pixel * 3] = over(colors[pixel * 3] ?? 0, red, covered);
        colors[pixel * 3 + 1] = over(colors[pixel * 3 + 1] ?? 0, green, covered);
        colors[pixel * 3 + 2] = over(colors[pixel * 3 + 2] ?? 0, blue, covered);
        if (alpha !== null) alpha[pixel] = over(alpha[pixel] ?? 0, 255, covered);
      }
    }
  }

  /** Draws RGBA pixels of the size of the canvas over it. */
  lay(rgba: Uint8Array): void {
    const { colors, alpha } = this;
    for (let pixel = 0; pixel < this.width * this.height; pixel++) {
      const covered = rgba[pixel * 4 + 3] ?? 0;
      for (let part = 0; part < 3; part++) {
        colors[pixel * 3 + part] = over(colors[pixel * 3 + part] ?? 0, rgba[pixel * 4 + part] ?? 0, covered);
      }
      if (alpha !== null) alpha[pixel] = over(alpha[pixel] ?? 0, 255, covered);
    }
  }
}

function over(under: number, color: number, covered: number): number {
  return Math.round(under + ((color - under) * covered) / 255);
}
