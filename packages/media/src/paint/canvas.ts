import type { Rectangle } from '../gif/gif-writer.ts';
import { packedAt, type Rgb } from './color.ts';
import type { Mask } from './coverage.ts';
import type { ColorAt } from './gradient.ts';
import { intersection } from './rectangles.ts';

const BLACK: Rgb = [0, 0, 0];

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

  /** Copies another canvas of the same kind to (x, y), as far as it is inside. */
  put({ colors, alpha, width, height }: Canvas, x: number, y: number): void {
    const left = Math.max(0, x);
    const right = Math.min(this.width, x + width);
    if (left >= right) return;
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++) {
      const from = (row - y) * width + left - x;
      const to = row * this.width + left;
      this.colors.set(colors.subarray(from * 3, (from + right - left) * 3), to * 3);
      if (alpha !== null) this.alpha?.set(alpha.subarray(from, from + right - left), to);
    }
  }

  /**
   * Draws a shape in one color or in those of a gradient, relative to (left, top), with an opacity of 0 to 1. Clips it to
   * the canvas.
   */
  paint(mask: Mask, color: Rgb | ColorAt, { left = 0, top = 0, opacity = 1 }: PaintOptions = {}): void {
    const { colors, alpha, width, height } = this;
    const firstRow = Math.max(0, top - mask.y);
    const lastRow = Math.min(mask.height, top + height - mask.y);
    const firstColumn = Math.max(0, left - mask.x);
    const lastColumn = Math.min(mask.width, left + width - mask.x);
    const colorAt = typeof color === 'function' ? color : null;
    let [red, green, blue] = typeof color === 'function' ? BLACK : color;
    for (let row = firstRow; row < lastRow; row++) {
      const to = (mask.y + row - top) * width + mask.x - left;
      for (let column = firstColumn; column < lastColumn; column++) {
        const covered = (mask.coverage[row * mask.width + column] as number) * opacity;
        if (covered === 0) continue;
        if (colorAt !== null) [red, green, blue] = colorAt(mask.x + column, mask.y + row);
        const pixel = to + column;
        colors[pixel * 3] = over(colors[pixel * 3] as number, red, covered);
        colors[pixel * 3 + 1] = over(colors[pixel * 3 + 1] as number, green, covered);
        colors[pixel * 3 + 2] = over(colors[pixel * 3 + 2] as number, blue, covered);
        if (alpha !== null) alpha[pixel] = over(alpha[pixel] as number, 255, covered);
      }
    }
  }

  /** Fills the canvas with a gradient. Its opacity stays. */
  fillGradient(colorAt: ColorAt): void {
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) this.colors.set(colorAt(x, y), (y * this.width + x) * 3);
    }
  }

  /**
   * Draws RGBA pixels that fill an area, relative to (left, top). Clips them to the canvas.
   *
   * @param mask where they are drawn. Null: everywhere.
   */
  lay(
    rgba: Uint8Array,
    area: Rectangle,
    mask: Mask | null = null,
    { left = 0, top = 0 }: Omit<PaintOptions, 'opacity'> = {},
  ): void {
    const inside = intersection(mask ?? area, { x: left, y: top, width: this.width, height: this.height });
    if (inside === null) return;
    const { colors, alpha } = this;
    for (let y = inside.y; y < inside.y + inside.height; y++) {
      let from = ((y - area.y) * area.width + inside.x - area.x) * 4;
      let to = (y - top) * this.width + inside.x - left;
      let place = mask === null ? 0 : (y - mask.y) * mask.width + inside.x - mask.x;
      for (let x = 0; x < inside.width; x++, from += 4, to++, place++) {
        const opacity = rgba[from + 3] as number;
        const covered = mask === null ? opacity : (opacity * (mask.coverage[place] as number)) / 255;
        if (covered === 0) continue;
        for (let part = 0; part < 3; part++) {
          const color = rgba[from + part] as number;
          colors[to * 3 + part] =
            covered === 255 ? color : over(colors[to * 3 + part] as number, color, covered);
        }
        if (alpha !== null) alpha[to] = over(alpha[to] as number, 255, covered);
      }
    }
  }
}

function over(under: number, color: number, covered: number): number {
  return Math.round(under + ((color - under) * covered) / 255);
}
