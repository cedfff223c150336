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

/** The colors of a picture, and its opacity. Null: it is opaque. */
export interface Pixels {
  /** Red, green and blue of each pixel. */
  readonly colors: Uint8Array;
  /** 0 to 255 for each pixel. */
  readonly alpha: Uint8Array | null;
}

/** Returns pixels that are given as red, green, blue and alpha. */
export function pixelsOf(rgba: Uint8Array): Pixels {
  const count = rgba.length / 4;
  const colors = new Uint8Array(count * 3);
  const alpha = new Uint8Array(count);
  let least = 255;
  for (let pixel = 0; pixel < count; pixel++) {
    colors[pixel * 3] = rgba[pixel * 4] as number;
    colors[pixel * 3 + 1] = rgba[pixel * 4 + 1] as number;
    colors[pixel * 3 + 2] = rgba[pixel * 4 + 2] as number;
    const opacity = rgba[pixel * 4 + 3] as number;
    alpha[pixel] = opacity;
    least = Math.min(least, opacity);
  }
  return { colors, alpha: least === 255 ? null : alpha };
}

/** A picture in full color. It is opaque if `alpha` is null. */
export class Canvas implements Pixels {
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
   * Draws a picture that fills an area, relative to (left, top). Clips it to the canvas.
   *
   * @param mask where it is drawn. Null: everywhere.
   */
  lay(
    picture: Pixels,
    area: Rectangle,
    mask: Mask | null = null,
    { left = 0, top = 0 }: Omit<PaintOptions, 'opacity'> = {},
  ): void {
    const inside = intersection(mask ?? area, { x: left, y: top, width: this.width, height: this.height });
    if (inside === null) return;
    for (let y = inside.y; y < inside.y + inside.height; y++) {
      const from = (y - area.y) * area.width + inside.x - area.x;
      const to = (y - top) * this.width + inside.x - left;
      const covered = mask === null ? null : maskRow(mask, y, inside);
      const [first, end] = picture.alpha === null ? fullRun(covered, inside.width) : [0, 0];
      this.#layRow(picture, from, to, 0, first, covered);
      this.colors.set(picture.colors.subarray((from + first) * 3, (from + end) * 3), (to + first) * 3);
      this.alpha?.fill(255, to + first, to + end);
      this.#layRow(picture, from, to, end, inside.width, covered);
    }
  }

  /** Blends the pixels of a row from `first` to before `end`. `from`, `to`: where the row begins. */
  #layRow(
    picture: Pixels,
    from: number,
    to: number,
    first: number,
    end: number,
    mask: Uint8Array | null,
  ): void {
    const { colors, alpha } = this;
    for (let at = first; at < end; at++) {
      const opacity = picture.alpha === null ? 255 : (picture.alpha[from + at] as number);
      const covered = mask === null ? opacity : (opacity * (mask[at] as number)) / 255;
      if (covered === 0) continue;
      for (let part = 0; part < 3; part++) {
        const place = (to + at) * 3 + part;
        colors[place] = over(
          colors[place] as number,
          picture.colors[(from + at) * 3 + part] as number,
          covered,
        );
      }
      if (alpha !== null) alpha[to + at] = over(alpha[to + at] as number, 255, covered);
    }
  }
}

/** Returns the coverage of a row of a mask within an area. */
function maskRow(mask: Mask, y: number, { x, width }: Rectangle): Uint8Array {
  const start = (y - mask.y) * mask.width + x - mask.x;
  return mask.coverage.subarray(start, start + width);
}

/** Returns the ends of the pixels that are covered fully from the first such one on. */
function fullRun(covered: Uint8Array | null, width: number): readonly [first: number, end: number] {
  if (covered === null) return [0, width];
  const first = covered.indexOf(255);
  if (first === -1) return [0, 0];
  let end = first;
  while (covered[end] === 255) end++;
  return [first, end];
}

function over(under: number, color: number, covered: number): number {
  return Math.round(under + ((color - under) * covered) / 255);
}
