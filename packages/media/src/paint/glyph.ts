/** Contours in ems, y upwards from the baseline. Each contour begins with a move and is closed implicitly. */
export interface Outline {
  /** `MOVE`, `LINE`, `QUADRATIC` or `CUBIC`. */
  readonly commands: Uint8Array;
  /** x and y of each point: one point for a move or a line, two or three for a curve. */
  readonly points: Float32Array;
}

export const MOVE = 0;
export const LINE = 1;
export const QUADRATIC = 2;
export const CUBIC = 3;

/** Number of points of a command. */
export const POINTS_OF = [1, 1, 2, 3] as const;

export const NO_OUTLINE: Outline = { commands: new Uint8Array(), points: new Float32Array() };

export interface Glyph {
  /** In ems. */
  readonly advance: number;
  readonly outline: Outline;
}

/** Glyphs of one font by the letters that they show (`pieces.ts`), with those of fallback fonts where it has none. */
export type Glyphs = ReadonlyMap<string, Glyph>;

/** The edges of a shape: in ems for glyphs, in pixels on the canvas; x to the right. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  /** Positive above the baseline for glyphs. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the smallest extent of all points of the outlines, with the control points of curves. Null: there are none.
 */
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
