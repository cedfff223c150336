import type { TimerUnitName } from '@vitrine/core';
import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../gif/gif-writer.ts';
import type { UnitDigits } from './countdown.ts';
import type { DigitMetrics } from './digit-metrics.ts';
import type { Glyphs } from './glyph.ts';
import { setLine, type TextLine } from './text-line.ts';

/** A line of text with its origin, in pixels of the picture. */
export interface PlacedLine {
  readonly line: TextLine;
  readonly size: number;
  readonly x: number;
  readonly baseline: number;
}

export interface PlacedUnit {
  readonly unit: TimerUnitName;
  readonly digits: string;
  /** Left edge of the first cell; `DigitMetrics` has the width of the cells. */
  readonly x: number;
  readonly baseline: number;
  /** Area of all cells. */
  readonly area: Rectangle;
  readonly box: Rectangle | null;
  readonly label: PlacedLine | null;
}

/** The position of everything in pixels of the picture, with the scale applied. It may be outside the picture. */
export interface TimerLayout {
  readonly units: readonly PlacedUnit[];
  readonly separators: readonly PlacedLine[];
  /** Bounds of everything that is drawn. */
  readonly bounds: Rectangle | null;
}

export interface LayoutFonts {
  readonly digits: Glyphs;
  readonly labels: Glyphs;
  /** The label text of each unit. May be empty. */
  readonly labelTexts: Readonly<Record<TimerUnitName, string>>;
}

/** Distance between the digits or their box and the capitals of the label, in sizes of the label. */
const LABEL_DISTANCE = 0.9;
/** Minimum gap between two labels, in sizes of the label. */
const LABEL_GAP = 0.8;
/** Minimum gap between a separator and the digits, in sizes of the digits. */
const SEPARATOR_GAP = 0.09;
/** The height of this letter sets the distance of labels. Accents may reach into it. */
export const CAPITAL = 'H';

interface Measured extends UnitDigits {
  readonly label: TextLine | null;
  /** Half the width of the digits with their box; `labelHalf`: of the label. */
  readonly half: number;
  readonly labelHalf: number;
}

/** Arranges the units of a countdown in a row, or at the positions of the design. */
export function layOut(
  design: TimerDesign,
  shown: readonly UnitDigits[],
  metrics: DigitMetrics,
  fonts: LayoutFonts,
): TimerLayout {
  const { scale, digits, labels } = design;
  const border = (digits.box?.border?.width ?? 0) * scale;
  const inset = digits.box === null ? 0 : digits.box.padding * scale + border;
  const boxHeight = metrics.height + 2 * inset;
  const labelSize = labels.size * scale;
  const measured = shown.map(({ unit, digits: text }): Measured => {
    const label = labels.show ? setLine(fonts.labelTexts[unit], fonts.labels) : null;
    const ink = label?.ink ?? null;
    return {
      unit,
      digits: text,
      label: ink === null ? null : label,
      half: (text.length * metrics.cell) / 2 + inset,
      labelHalf: ink === null ? 0 : ((ink.right - ink.left) / 2) * labelSize,
    };
  });
  const hasLabels = measured.some(({ label }) => label !== null);
  const capitals = capitalHeight(fonts.labels, measured) * labelSize;
  const below = hasLabels ? Math.round(LABEL_DISTANCE * labelSize + capitals) : 0;
  const separator = design.separator.show ? setLine(design.separator.text, fonts.digits) : null;

  const placeUnit = (one: Measured, middleX: number, middleY: number): PlacedUnit => {
    const top = Math.round(middleY - (boxHeight + below) / 2) + (labels.position === 'above' ? below : 0);
    const x = Math.round(middleX - (one.digits.length * metrics.cell) / 2);
    // The centre after rounding to whole pixels, so that box and label are centred exactly.
    const centre = x + (one.digits.length * metrics.cell) / 2;
    const baselineOfLabel =
      labels.position === 'above' ? top - Math.round(LABEL_DISTANCE * labelSize) : top + boxHeight + below;
    const ink = one.label?.ink ?? null;
    const area = { x, y: top + inset, width: one.digits.length * metrics.cell, height: metrics.height };
    return {
      unit: one.unit,
      digits: one.digits,
      x,
      baseline: area.y + metrics.ascent,
      area,
      box:
        digits.box === null
          ? null
          : { x: x - inset, y: top, width: area.width + 2 * inset, height: boxHeight },
      label:
        one.label === null || ink === null
          ? null
          : {
              line: one.label,
              size: labelSize,
              x: centre - ((ink.left + ink.right) / 2) * labelSize,
              baseline: baselineOfLabel,
            },
    };
  };

  const row = measured.filter(({ unit }) => design.units[unit].x === null);
  const middles = rowMiddles(design, row, separatorWidth(separator, metrics));
  const middleY = (unit: TimerUnitName) => (design.units[unit].y ?? design.height / 2) * scale;
  const units = measured.map((one) => {
    const { x } = design.units[one.unit];
    return placeUnit(one, x === null ? (middles.get(one.unit) ?? 0) : x * scale, middleY(one.unit));
  });
  const separators = separator === null ? [] : placeSeparators(separator, units, row, metrics, inset);
  return { units, separators, bounds: boundsOf(units, separators) };
}

/** Returns the centres of the units in the row. All gaps are equal, and as wide as the separators and labels need. */
function rowMiddles(
  design: TimerDesign,
  row: readonly Measured[],
  minGap: number,
): ReadonlyMap<TimerUnitName, number> {
  const { scale, layout, labels } = design;
  const first = row[0];
  const last = row.at(-1);
  if (first === undefined || last === undefined) return new Map();
  let gap = Math.max(layout.gap * scale, minGap);
  row.slice(1).forEach((right, at) => {
    const left = row[at] as Measured;
    if (left.label === null || right.label === null) return;
    const labelWidths = left.labelHalf + right.labelHalf + LABEL_GAP * labels.size * scale;
    gap = Math.max(gap, labelWidths - left.half - right.half);
  });
  let width = 0;
  const fromFirst = row.map((one, at) => {
    const before = row[at - 1];
    if (before !== undefined) width += before.half + gap + one.half;
    return width;
  });
  const leftReach = Math.max(first.half, first.labelHalf);
  const rightReach = Math.max(last.half, last.labelHalf);
  const fullWidth = design.width * scale;
  const start = {
    left: layout.padding * scale + leftReach,
    center: (fullWidth - width - first.half - last.half) / 2 + first.half,
    right: fullWidth - layout.padding * scale - rightReach - width,
  }[layout.align];
  return new Map(row.map(({ unit }, at) => [unit, start + (fromFirst[at] ?? 0)]));
}

function separatorWidth(separator: TextLine | null, { size }: DigitMetrics): number {
  const ink = separator?.ink ?? null;
  return ink === null ? 0 : (ink.right - ink.left + 2 * SEPARATOR_GAP) * size;
}

/** Places separators between neighbours in the row with the same baseline, vertically centred on the digits. */
function placeSeparators(
  line: TextLine,
  units: readonly PlacedUnit[],
  row: readonly Measured[],
  metrics: DigitMetrics,
  inset: number,
): PlacedLine[] {
  const { ink } = line;
  if (ink === null) return [];
  const inRow = units.filter(({ unit }) => row.some((one) => one.unit === unit));
  return inRow.slice(1).flatMap((right, at) => {
    const left = inRow[at] as PlacedUnit;
    if (left.baseline !== right.baseline) return [];
    const from = left.x + left.area.width + inset;
    const middle = (from + right.x - inset) / 2;
    const level = left.baseline - metrics.ascent + metrics.height / 2;
    return [
      {
        line,
        size: metrics.size,
        x: Math.round(middle - ((ink.left + ink.right) / 2) * metrics.size),
        baseline: Math.round(level + ((ink.top + ink.bottom) / 2) * metrics.size),
      },
    ];
  });
}

/** Returns the height of the font's H in ems, or of the tallest letter of the labels if it has none. */
function capitalHeight(glyphs: Glyphs, measured: readonly Measured[]): number {
  const capital = setLine(CAPITAL, glyphs).ink?.top;
  return capital ?? Math.max(0, ...measured.map(({ label }) => label?.ink?.top ?? 0));
}

function boundsOf(units: readonly PlacedUnit[], separators: readonly PlacedLine[]): Rectangle | null {
  const parts: Rectangle[] = units.map(({ box, area }) => box ?? area);
  for (const placed of [...units.flatMap(({ label }) => label ?? []), ...separators]) {
    const { ink } = placed.line;
    if (ink === null) continue;
    parts.push({
      x: placed.x + ink.left * placed.size,
      y: placed.baseline - ink.top * placed.size,
      width: (ink.right - ink.left) * placed.size,
      height: (ink.top - ink.bottom) * placed.size,
    });
  }
  if (parts.length === 0) return null;
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  return {
    x,
    y,
    width: Math.max(...parts.map((part) => part.x + part.width)) - x,
    height: Math.max(...parts.map((part) => part.y + part.height)) - y,
  };
}
