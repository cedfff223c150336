import type { Canvas } from './canvas.ts';
import { mix, packed, packedAt, type Rgb } from './color.ts';

/**
 * Pixels with less alpha are transparent: they are hardly visible on the matte color, and a fringe on any other one.
 */
const MIN_ALPHA = 96;
const MAX_COLORS = 256;
/** Maximum step of a ramp in any channel if there is room. Edges show no steps. */
const RAMP_STEP = 15;

/** The colors of a picture, with a search for the nearest one. */
export interface Palette {
  /** Red, green and blue of each color, padded to a power of two. */
  readonly colors: Uint8Array;
  /** The index of pixels that show what is behind the frame. Null: there are none. */
  readonly transparentIndex: 0 | null;
  /** Returns the index of the color nearest to a packed one. The result does not depend on earlier calls. */
  nearest(color: number): number;
  /** Whether the color at a place of the channels is one that the design fills areas with. */
  isExact(channels: Uint8Array, at: number): boolean;
}

/** Two colors that meet at edges. */
export type Ramp = readonly [under: Rgb, over: Rgb];

/**
 * Returns the palette of a flat picture: its colors, and between two that meet as many steps as needed and possible.
 */
export function flatPalette(grounds: readonly Rgb[], ramps: readonly Ramp[], transparent: boolean): Palette {
  let step = RAMP_STEP;
  let colors = rampColors(grounds, ramps, step);
  while (colors.length + (transparent ? 1 : 0) > MAX_COLORS) {
    step *= 1.2;
    colors = rampColors(grounds, ramps, step);
  }
  return paletteOf(colors, transparent, nearestByDistance, colors);
}

/** Returns the palette of a picture: the exact colors of what is drawn on it, then those that `quantize` has found. */
export function picturePalette(exact: readonly Rgb[], found: readonly Rgb[], transparent: boolean): Palette {
  return paletteOf(distinct([...exact, ...found]), transparent, nearestByCell, exact);
}

/** Returns the number of colors that fit into a palette in addition to the exact ones. */
export function roomBeside(exact: readonly Rgb[], transparent: boolean): number {
  return MAX_COLORS - distinct(exact).length - (transparent ? 1 : 0);
}

/** Returns the colors of ramps with their ends. */
export function rampColors(grounds: readonly Rgb[], ramps: readonly Ramp[], step: number): Rgb[] {
  const inner = ramps.flatMap(([under, over]) => {
    const farthest = Math.max(...under.map((value, part) => Math.abs(value - (over[part] ?? 0))));
    const steps = Math.ceil(farthest / step);
    return Array.from({ length: steps + 1 }, (_, at) => mix(under, over, steps === 0 ? 0 : at / steps));
  });
  return distinct([...grounds, ...inner]);
}

/** Returns whether a pixel is shown as a transparent one. */
export function isTransparentAt({ alpha }: Canvas, { transparentIndex }: Palette, pixel: number): boolean {
  return alpha !== null && transparentIndex !== null && (alpha[pixel] ?? 0) < MIN_ALPHA;
}

/** Returns the palette index of a pixel. */
export function indexAt(canvas: Canvas, palette: Palette, pixel: number): number {
  if (isTransparentAt(canvas, palette, pixel)) return palette.transparentIndex ?? 0;
  return palette.nearest(packedAt(canvas.colors, pixel * 3));
}

/** Returns the palette index of each pixel. */
export function toIndexes(canvas: Canvas, palette: Palette): Uint8Array {
  const { colors } = canvas;
  const indexes = new Uint8Array(colors.length / 3);
  let last = -1;
  let lastIndex = 0;
  for (let pixel = 0; pixel < indexes.length; pixel++) {
    if (isTransparentAt(canvas, palette, pixel)) {
      indexes[pixel] = palette.transparentIndex ?? 0;
      continue;
    }
    const color = packedAt(colors, pixel * 3);
    if (color !== last) {
      last = color;
      lastIndex = palette.nearest(color);
    }
    indexes[pixel] = lastIndex;
  }
  return indexes;
}

function paletteOf(
  colors: readonly Rgb[],
  transparent: boolean,
  search: (colors: readonly Rgb[], first: number) => (color: number) => number,
  exactColors: readonly Rgb[],
): Palette {
  const exact = new Set(exactColors.map(packed));
  const first = transparent ? 1 : 0;
  const size = Math.max(2, 2 ** Math.ceil(Math.log2(colors.length + first)));
  const bytes = new Uint8Array(size * 3);
  colors.forEach((color, at) => {
    bytes.set(color, (at + first) * 3);
  });
  return {
    colors: bytes,
    transparentIndex: transparent ? 0 : null,
    nearest: search(colors, first),
    isExact: (channels, at) => exact.has(packedAt(channels, at)),
  };
}

/** A search that caches every color, for the few thousand colors of edges. */
function nearestByDistance(colors: readonly Rgb[], first: number): (color: number) => number {
  const found = new Map(colors.map((color, at) => [packed(color), at + first]));
  return (color) => {
    const known = found.get(color);
    if (known !== undefined) return known;
    const index = first + nearestOf(colors, color >> 16, (color >> 8) & 255, color & 255);
    found.set(color, index);
    return index;
  };
}

/** A search for pictures: colors that differ only in the two lowest bits share a result, except exact ones. */
function nearestByCell(colors: readonly Rgb[], first: number): (color: number) => number {
  const exact = new Map(colors.map((color, at) => [packed(color), at + first]));
  const cells = new Int16Array(1 << 18).fill(-1);
  return (color) => {
    const cell = ((color >> 6) & 0x3f000) | ((color >> 4) & 0xfc0) | ((color >> 2) & 0x3f);
    const known = exact.get(color) ?? cells[cell] ?? -1;
    if (known >= 0) return known;
    const index =
      first + nearestOf(colors, ((color >> 16) & 252) | 2, ((color >> 8) & 252) | 2, (color & 252) | 2);
    cells[cell] = index;
    return index;
  };
}

/**
 * Returns the index of the nearest color by squared distance. Green has the largest weight and blue the least, as in
 * vision.
 */
function nearestOf(colors: readonly Rgb[], red: number, green: number, blue: number): number {
  let nearest = 0;
  let smallest = Infinity;
  for (let at = 0; at < colors.length; at++) {
    const [r, g, b] = colors[at] as Rgb;
    const distance = 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2;
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = at;
  }
  return nearest;
}

function distinct(colors: readonly Rgb[]): Rgb[] {
  return [...new Map(colors.map((color) => [packed(color), color])).values()];
}
