import type { Rectangle } from '../gif/gif-writer.ts';
import { CUBIC, LINE, MOVE, type Outline, QUADRATIC } from './glyph.ts';

/** The coverage of each pixel of a rectangle by a shape, 0 to 255. */
export interface Mask extends Rectangle {
  readonly coverage: Uint8Array;
}

/** An outline on the canvas: `scale` is pixels per unit, and its origin is at (x, y), y downwards. */
export interface PlacedOutline {
  readonly outline: Outline;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Maximum distance of a polygon from its curve, in pixels. */
const TOLERANCE = 0.01;
const MAX_SEGMENTS = 64;

/** Number of sample lines in each row of pixels. Coverage is exact along them. */
const LINES = 16;
/** More than the text of any real font has. Further edges are ignored. */
const MAX_CROSSINGS = 4_000_000;

/**
 * Draws outlines as one shape by the non-zero rule, because the contours of many fonts overlap. Returns null if the
 * shape is outside `clip`.
 */
export function cover(placed: readonly PlacedOutline[], clip: Rectangle): Mask | null {
  const box = boxOf(placed, clip);
  if (box === null) return null;
  const crossings = new Crossings(box);
  for (const one of placed) trace(one, crossings);
  return { ...box, coverage: crossings.coverage() };
}

/** Returns a shape with a hole in it, which is inside of the shape. */
export function without(mask: Mask, hole: Mask): Mask {
  const coverage = mask.coverage.slice();
  for (let row = 0; row < hole.height; row++) {
    const to = (hole.y - mask.y + row) * mask.width + hole.x - mask.x;
    for (let column = 0; column < hole.width; column++) {
      const left = (coverage[to + column] ?? 0) - (hole.coverage[row * hole.width + column] ?? 0);
      coverage[to + column] = Math.max(0, left);
    }
  }
  return { ...mask, coverage };
}

function boxOf(placed: readonly PlacedOutline[], clip: Rectangle): Rectangle | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { outline, scale, x, y } of placed) {
    const { points } = outline;
    for (let at = 0; at < points.length; at += 2) {
      const px = x + (points[at] ?? 0) * scale;
      const py = y - (points[at + 1] ?? 0) * scale;
      left = Math.min(left, px);
      right = Math.max(right, px);
      top = Math.min(top, py);
      bottom = Math.max(bottom, py);
    }
  }
  const x = Math.max(clip.x, Math.floor(left));
  const y = Math.max(clip.y, Math.floor(top));
  const width = Math.min(clip.x + clip.width, Math.ceil(right)) - x;
  const height = Math.min(clip.y + clip.height, Math.ceil(bottom)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function trace({ outline, scale, x, y }: PlacedOutline, crossings: Crossings): void {
  const { commands, points } = outline;
  let at = 0;
  let [startX, startY, fromX, fromY] = [0, 0, 0, 0];
  const nextX = () => x + (points[at++] ?? 0) * scale;
  const nextY = () => y - (points[at++] ?? 0) * scale;
  const lineTo = (toX: number, toY: number) => {
    crossings.edge(fromX, fromY, toX, toY);
    fromX = toX;
    fromY = toY;
  };
  for (const command of commands) {
    if (command === MOVE) {
      lineTo(startX, startY);
      startX = fromX = nextX();
      startY = fromY = nextY();
    } else if (command === LINE) {
      lineTo(nextX(), nextY());
    } else if (command === QUADRATIC) {
      const [bx, by, cx, cy] = [nextX(), nextY(), nextX(), nextY()];
      const [ax, ay] = [fromX, fromY];
      const bend = Math.hypot(ax - 2 * bx + cx, ay - 2 * by + cy);
      const parts = partsFor(bend / 4);
      for (let part = 1; part <= parts; part++) {
        const t = part / parts;
        const s = 1 - t;
        lineTo(s * s * ax + 2 * s * t * bx + t * t * cx, s * s * ay + 2 * s * t * by + t * t * cy);
      }
    } else if (command === CUBIC) {
      const [bx, by, cx, cy, dx, dy] = [nextX(), nextY(), nextX(), nextY(), nextX(), nextY()];
      const [ax, ay] = [fromX, fromY];
      const bend = Math.max(
        Math.hypot(ax - 2 * bx + cx, ay - 2 * by + cy),
        Math.hypot(bx - 2 * cx + dx, by - 2 * cy + dy),
      );
      const parts = partsFor(bend * 0.75);
      for (let part = 1; part <= parts; part++) {
        const t = part / parts;
        const s = 1 - t;
        const [b, c] = [3 * s * s * t, 3 * s * t * t];
        const [a, d] = [s * s * s, t * t * t];
        lineTo(a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy);
      }
    }
  }
  lineTo(startX, startY);
}

/**
 * Returns the number of lines for a curve that deviates `bend` pixels from one line. The error falls with its square.
 */
function partsFor(bend: number): number {
  return Math.max(1, Math.min(MAX_SEGMENTS, Math.ceil(Math.sqrt(bend / TOLERANCE))));
}

/** The crossings of edges with the sample lines of a rectangle. */
class Crossings {
  readonly #box: Rectangle;
  /** For each line the positions of its crossings, each followed by a direction, 1 or -1. */
  readonly #lines: number[][];
  #count = 0;

  constructor(box: Rectangle) {
    this.#box = box;
    this.#lines = Array.from({ length: box.height * LINES }, () => []);
  }

  edge(x0: number, y0: number, x1: number, y1: number): void {
    const { x: left, y: top, width } = this.#box;
    const direction = y0 < y1 ? 1 : -1;
    const upper = (Math.min(y0, y1) - top) * LINES;
    const lower = (Math.max(y0, y1) - top) * LINES;
    const slope = (x1 - x0) / (y1 - y0);
    const first = Math.max(0, Math.ceil(upper - 0.5));
    const end = Math.min(this.#lines.length, Math.ceil(lower - 0.5));
    for (let line = first; line < end && this.#count < MAX_CROSSINGS; line++) {
      const y = (line + 0.5) / LINES + top;
      const x = x0 + (y - y0) * slope - left;
      this.#lines[line]?.push(Math.max(0, Math.min(width, x)), direction);
      this.#count++;
    }
  }

  coverage(): Uint8Array {
    const { width, height } = this.#box;
    const covered = new Uint8Array(width * height);
    // The differences of coverage between neighbouring pixels. A span that ends at the right edge writes two more
    // entries.
    const steps = new Float32Array(width + 2);
    for (let row = 0; row < height; row++) {
      steps.fill(0);
      for (let line = row * LINES; line < (row + 1) * LINES; line++) {
        addSpans(steps, this.#lines[line] as number[]);
      }
      let sum = 0;
      for (let column = 0; column < width; column++) {
        sum += steps[column] as number;
        covered[row * width + column] = Math.min(255, Math.round((sum * 255) / LINES));
      }
    }
    return covered;
  }
}

/** Adds the spans inside the shape along one line: from where the winding number leaves 0 to where it returns. */
function addSpans(steps: Float32Array, crossings: number[]): void {
  sortPairs(crossings);
  let winding = 0;
  for (let at = 0; at < crossings.length; at += 2) {
    const before = winding;
    winding += crossings[at + 1] as number;
    if (before !== 0 && winding !== 0) continue;
    const x = crossings[at] as number;
    const column = Math.floor(x);
    const fraction = x - column;
    const begins = before === 0 ? 1 : -1;
    steps[column] = (steps[column] as number) + begins * (1 - fraction);
    steps[column + 1] = (steps[column + 1] as number) + begins * fraction;
  }
}

/** Sorts pairs by their first member. Usually there are few, and nearly in order, so insertion sort is fastest. */
function sortPairs(pairs: number[]): void {
  if (pairs.length > 64) {
    const sorted = Array.from({ length: pairs.length / 2 }, (_, at) => [
      pairs[at * 2] as number,
      pairs[at * 2 + 1] as number,
    ]).sort(([a = 0], [b = 0]) => a - b);
    sorted.flat().forEach((value, at) => {
      pairs[at] = value;
    });
    return;
  }
  for (let at = 2; at < pairs.length; at += 2) {
    const x = pairs[at] as number;
    const direction = pairs[at + 1] as number;
    let to = at;
    for (; to > 0 && (pairs[to - 2] as number) > x; to -= 2) {
      pairs[to] = pairs[to - 2] as number;
      pairs[to + 1] = pairs[to - 1] as number;
    }
    pairs[to] = x;
    pairs[to + 1] = direction;
  }
}
