import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';
import { UNITS, type UnitName } from '../design/design-form.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the units are in the picture, in pixels of the design. */
export interface UnitPlaces {
  readonly units: Readonly<Partial<Record<UnitName, Place>>>;
  /** The bounds of the units in the row. Null: each unit has a place of its own. */
  readonly row: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  } | null;
}

const DIGITS = '#ffffff';
const LABELS = '#0000ff';
const GROUND = '#000000';
/** Places are limited to this, which is outside all but the largest pictures. */
const OUTSIDE = { x: 1_200, y: 600 };
const BRIGHT = 128;

/**
 * Returns changes after which a picture shows where the row is: digits white, labels blue, the rest black. Colours and
 * units outside the row do not change the places of the others.
 */
export function markPlaces({ digits, headline, labels, separator, units }: TimerDesign): TimerDesignChanges {
  const { box, ring } = digits;
  const mark = { color: DIGITS };
  return {
    preset: null,
    scale: 1,
    frames: 1,
    background: { color: GROUND, gradient: null, imageId: null, transparent: false },
    headline: { ...headline, color: GROUND },
    labels: { ...labels, color: LABELS },
    separator: { ...separator, color: GROUND },
    digits: {
      ...digits,
      ...mark,
      shadow: null,
      box:
        box === null
          ? null
          : {
              ...box,
              ...mark,
              gradient: null,
              shadow: null,
              border: box.border === null ? null : { ...box.border, ...mark },
            },
      ring: ring === null ? null : { ...ring, ...mark, track: DIGITS },
    },
    units: Object.fromEntries(
      UNITS.map((name) => [name, units[name].x === null ? units[name] : { ...units[name], ...OUTSIDE }]),
    ),
    expired: { behaviour: 'zeros', message: null, imageId: null },
  };
}

/** Finds the units of the row in the pixels (RGBA) of a marked picture. The others are where the design says. */
export function findPlaces({ units, width, height }: TimerDesign, pixels: Uint8ClampedArray): UnitPlaces {
  const shown = UNITS.filter((name) => units[name].show);
  const inRow = shown.filter((name) => units[name].x === null);
  const places: Partial<Record<UnitName, Place>> = {};
  for (const name of shown) {
    const { x, y } = units[name];
    if (x !== null) places[name] = { x, y: y ?? height / 2 };
  }
  const digitColumns = new Set<number>();
  let [top, bottom] = [height, 0];
  for (let at = 0; at < width * height; at++) {
    const [red = 0, , blue = 0] = pixels.subarray(4 * at, 4 * at + 3);
    if (blue < BRIGHT) continue;
    const y = Math.floor(at / width);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
    if (red >= BRIGHT) digitColumns.add(at % width);
  }
  const spans = joinSpans(spansOf(digitColumns), inRow.length);
  for (const [at, { left, right }] of spans.entries()) {
    const name = inRow[at];
    if (name !== undefined) places[name] = { x: (left + right) / 2, y: units[name].y ?? (top + bottom) / 2 };
  }
  const [first, last] = [spans[0], spans.at(-1)];
  const row = first && last ? { left: first.left, right: last.right, top, bottom } : null;
  return { units: places, row };
}

interface Span {
  readonly left: number;
  readonly right: number;
}

/** Returns the columns that follow each other. */
function spansOf(columns: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  for (const column of [...columns].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.right === column) spans[spans.length - 1] = { left: last.left, right: column + 1 };
    else spans.push({ left: column, right: column + 1 });
  }
  return spans;
}

/** Joins the closest spans until `count` are left: the digits of a unit are closer to each other than units are. */
function joinSpans(spans: readonly Span[], count: number): readonly Span[] {
  const joined = [...spans];
  while (joined.length > Math.max(count, 1)) {
    const gaps = joined.slice(1).map(({ left }, at) => left - (joined[at]?.right ?? 0));
    const at = gaps.indexOf(Math.min(...gaps));
    const [before, after] = [joined[at], joined[at + 1]];
    if (before === undefined || after === undefined) break;
    joined.splice(at, 2, { left: before.left, right: after.right });
  }
  return joined;
}
