/** Contours in ems, y upwards from the baseline. Each contour begins with a move and closes by itself. */
export interface Outline {
  /** One of `MOVE`, `LINE`, `QUADRATIC` and `CUBIC` each. */
  readonly commands: Uint8Array;
  /** x and y in turns: one point for a move or a line, two and three for the curves. */
  readonly points: Float32Array;
}

export const MOVE = 0;
export const LINE = 1;
export const QUADRATIC = 2;
export const CUBIC = 3;

/** How many points a command takes. */
export const POINTS_OF = [1, 1, 2, 3] as const;

export interface Glyph {
  /** In ems. */
  readonly advance: number;
  readonly outline: Outline;
}

/** Glyphs of one font, with those of the fallback font where it had none, by code point. */
export type Glyphs = ReadonlyMap<number, Glyph>;

/** In ems for glyphs, in pixels for what is placed; x to the right. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  /** Above the baseline it is positive for glyphs. */
  readonly top: number;
  readonly bottom: number;
}

/** The smallest extent with all points of the outlines, handles of curves included; null: nothing to see. */
export function extentOf(outlines: Iterable<Outline>): Extent | null {
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity];
  for (const { points } of outlines) {
    for (let at = 0; at < points.length; at += 2) {
      const x = points[at] ?? 0;
      const y = points[at + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.max(top, y);
      bottom = Math.min(bottom, y);
    }
  }
  return left > right ? null : { left, right, top, bottom };
}
