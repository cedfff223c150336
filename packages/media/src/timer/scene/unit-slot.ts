import { BoundedMap } from '@vitrine/core/server';
import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Palette } from '../../paint/palette.ts';
import { around, intersection } from '../../paint/rectangles.ts';

/** The difference between two digits of a unit. */
export interface SlotChange {
  /** The smallest area with all pixels that differ. Null: none does. */
  readonly area: Rectangle | null;
  /** Whether opaque pixels become transparent. */
  readonly uncovers: boolean;
}

/** A part of a unit's picture, with a name that is the same for the same pixels. */
export interface SlotPart {
  readonly name: string;
  readonly area: Rectangle;
}

export interface SlotSource {
  /** The part of the picture that may change with the digits of the unit. */
  readonly area: Rectangle;
  /** Draws the pixels of the area with the ground. */
  draw(text: string): Uint8Array;
  /** Returns the parts that the digits are drawn of. */
  parts(text: string): readonly SlotPart[];
}

/** Maximum number of cached tiles of a unit. One at 600×150 takes some kilobytes. */
const MAX_TILES = 64;

/** The place of the digits of one unit. Only these parts of the picture change. Draws and caches tiles on demand. */
export class UnitSlot {
  readonly area: Rectangle;
  readonly #source: SlotSource;
  readonly #palette: Palette;
  readonly #tiles = new BoundedMap<string, Uint8Array>(MAX_TILES);
  readonly #changes = new BoundedMap<string, SlotChange>(4 * MAX_TILES);

  constructor(source: SlotSource, palette: Palette) {
    this.area = source.area;
    this.#source = source;
    this.#palette = palette;
  }

  get bytes(): number {
    return this.#tiles.size * this.area.width * this.area.height;
  }

  tile(text: string): Uint8Array {
    const known = this.#tiles.get(text);
    if (known !== undefined) return known;
    const tile = this.#source.draw(text);
    this.#tiles.set(text, tile);
    return tile;
  }

  /** Names the pixels of the unit in an area, for the cache of patches. */
  nameIn(area: Rectangle, text: string): string {
    if (intersection(this.area, area) === null) return '-';
    return this.#source
      .parts(text)
      .flatMap((part) => (intersection(part.area, area) === null ? [] : [part.name]))
      .join('+');
  }

  change(from: string, to: string): SlotChange {
    const key = `${from}>${to}`;
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const change = this.#compare(this.tile(from), this.tile(to));
    this.#changes.set(key, change);
    return change;
  }

  #compare(before: Uint8Array, after: Uint8Array): SlotChange {
    const { x, y, width } = this.area;
    const { transparentIndex } = this.#palette;
    let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
    let uncovers = false;
    for (let pixel = 0; pixel < after.length; pixel++) {
      if (before[pixel] === after[pixel]) continue;
      const column = pixel % width;
      const row = (pixel - column) / width;
      if (column < left) left = column;
      if (column > right) right = column;
      if (row < top) top = row;
      bottom = row;
      if (after[pixel] === transparentIndex) uncovers = true;
    }
    if (right < 0) return { area: null, uncovers };
    return { area: { x: x + left, y: y + top, width: right - left + 1, height: bottom - top + 1 }, uncovers };
  }
}

/** Returns the area of parts inside the picture. Null: they are outside. */
export function areaIn(canvas: Rectangle, parts: readonly Rectangle[]): Rectangle | null {
  return parts.length === 0 ? null : intersection(around(parts), canvas);
}
