import type { Rectangle } from '../gif/gif-writer.ts';
import { CUBIC, LINE, MOVE, type Outline, QUADRATIC } from './glyph.ts';

/** How much of each pixel of a rectangle a shape covers: 0 to 255. */
export interface Mask extends Rectangle {
  readonly coverage: Uint8Array;
}

/** An outline set on the canvas: `scale` pixels to its unit, its origin at (x, y), y downwards. */
export interface PlacedOutline {
  readonly outline: Outline;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels that a polygon may stray from its curve. */
const TOLERANCE = 0.05;
const MAX_SEGMENTS = 64;

/**
 * Draws outlines as one shape, by exact area: each edge adds to the pixels of its rows what lies to its right, and a running
 * sum along the row is the coverage (the way of font-rs). What overlaps in the same direction is covered once.
 *
 * @returns null when nothing of it lies within `clip`.
 */
export function cover(placed: readonly PlacedOutline[], clip: Rectangle): Mask | null {
  const box = boxOf(placed, clip);
  if (box === null) return null;
  const edges = new Edges(box);
  for (const one of placed) trace(one, edges);
  return { ...box, coverage: edges.coverage() };
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

function trace({ outline, scale, x, y }: PlacedOutline, edges: Edges): void {
  const { commands, points } = outline;
  let at = 0;
  let [startX, startY, fromX, fromY] = [0, 0, 0, 0];
  const nextX = () => x + (points[at++] ?? 0) * scale;
  const nextY = () => y - (points[at++] ?? 0) * scale;
  const lineTo = (toX: number, toY: number) => {
    edges.line(fromX, fromY, toX, toY);
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

/** Into how many lines a curve is cut that strays `bend` pixels from one line: the error falls with the square. */
function partsFor(bend: number): number {
  return Math.max(1, Math.min(MAX_SEGMENTS, Math.ceil(Math.sqrt(bend / TOLERANCE))));
}

class Edges {
  readonly #box: Rectangle;
  readonly #stride: number;
  readonly #areas: Float32Array;

  constructor(box: Rectangle) {
    this.#box = box;
    // An edge at the right border adds to the two columns behind it, which nobody reads.
    this.#stride = box.width + 2;
    this.#areas = new Float32Array(this.#stride * box.height);
  }

  line(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const { x: left, y: top, width, height } = this.#box;
    const direction = y0 < y1 ? 1 : -1;
    const [upperX, upperY, lowerX, lowerY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (lowerX - upperX) / (lowerY - upperY);
    const firstRow = Math.max(0, Math.floor(upperY - top));
    const lastRow = Math.min(height, Math.ceil(lowerY - top));
    for (let row = firstRow; row < lastRow; row++) {
      const from = Math.max(row + top, upperY);
      const to = Math.min(row + top + 1, lowerY);
      const a = clamp(upperX + (from - upperY) * slope - left, width);
      const b = clamp(upperX + (to - upperY) * slope - left, width);
      this.#add(row * this.#stride, Math.min(a, b), Math.max(a, b), (to - from) * direction);
    }
  }

  /** An edge within one row, from `a` to `b`, of `height` (negative when it goes up). */
  #add(rowStart: number, a: number, b: number, height: number): void {
    const areas = this.#areas;
    const first = Math.floor(a);
    const last = Math.ceil(b);
    let at = rowStart + first;
    if (last <= first + 1) {
      const behind = (a + b) / 2 - first;
      areas[at] = (areas[at] ?? 0) + height * (1 - behind);
      areas[at + 1] = (areas[at + 1] ?? 0) + height * behind;
      return;
    }
    // The part of the edge's height within each column, and of that what lies right of the edge in it.
    const perColumn = height / (b - a);
    let carried = 0;
    for (let column = first; column < last; column++, at++) {
      const enter = Math.max(a, column);
      const leave = Math.min(b, column + 1);
      const part = perColumn * (leave - enter);
      const behind = part * ((enter + leave) / 2 - column);
      areas[at] = (areas[at] ?? 0) + carried + part - behind;
      carried = behind;
    }
    areas[at] = (areas[at] ?? 0) + carried;
  }

  coverage(): Uint8Array {
    const { width, height } = this.#box;
    const covered = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      let sum = 0;
      for (let column = 0; column < width; column++) {
        sum += this.#areas[row * this.#stride + column] ?? 0;
        covered[row * width + column] = Math.min(255, Math.round(Math.abs(sum) * 255));
      }
    }
    return covered;
  }
}

function clamp(x: number, width: number): number {
  return Math.max(0, Math.min(width, x));
}
