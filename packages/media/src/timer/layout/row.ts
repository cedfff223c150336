import type { TimerDesign } from '@vitrine/core/contracts';
import type { TimerUnitName } from '@vitrine/core/server';
import type { TextLine } from '../../text/text-line.ts';
import { paddingOf, type Sizes } from '../paint/sizes.ts';
import type { DigitMetrics } from './digit-metrics.ts';
import type { Measured } from './measured-units.ts';
import type { PlacedLine, PlacedUnit } from './placed.ts';

/** Minimum gap between two labels, in sizes of the label. */
const LABEL_GAP = 0.8;

/** Returns the centres of the units in the row. All gaps are equal, and as wide as the separators and labels need. */
export function rowMiddles(
  design: TimerDesign,
  sizes: Sizes,
  row: readonly Measured[],
  minGap: number,
): ReadonlyMap<TimerUnitName, number> {
  const { layout } = design;
  const first = row[0];
  const last = row.at(-1);
  if (first === undefined || last === undefined) return new Map();
  let gap = Math.max(sizes.gap, minGap);
  const labelled = [...row.entries()].filter(([, { label }]) => label !== null);
  labelled.slice(1).forEach(([to, right], index) => {
    const [from, left] = labelled[index] ?? [0, first];
    const between = row.slice(from + 1, to).reduce((sum, { half }) => sum + 2 * half, 0);
    const labelWidths = left.labelHalf + right.labelHalf + LABEL_GAP * sizes.labels;
    gap = Math.max(gap, (labelWidths - left.half - right.half - between) / (to - from));
  });
  let width = 0;
  const fromFirst = row.map((one, at) => {
    const before = row[at - 1];
    if (before !== undefined) width += before.half + gap + one.half;
    return width;
  });
  const reaches = row.map(({ half, labelHalf }) => Math.max(half, labelHalf));
  const leftReach = Math.max(...reaches.map((reach, at) => reach - (fromFirst[at] ?? 0)));
  const rightReach = Math.max(...reaches.map((reach, at) => reach - width + (fromFirst[at] ?? 0)));
  // The outer labels may be wider than their digits. A row that has to fit is centred with them.
  const [leftHalf, rightHalf] = layout.fit === 'none' ? [first.half, last.half] : [leftReach, rightReach];
  const fullWidth = design.width * design.scale;
  const padding = paddingOf(design);
  const start = {
    left: padding + leftReach,
    center: (fullWidth - width - leftHalf - rightHalf) / 2 + leftHalf,
    right: fullWidth - padding - rightReach - width,
  }[layout.align];
  return new Map(row.map(({ unit }, at) => [unit, start + (fromFirst[at] ?? 0)]));
}

/** Returns the width of a separator with the space beside it, in pixels. */
export function separatorWidth(line: TextLine | null, { separator, separatorSpace }: Sizes): number {
  const ink = line?.ink ?? null;
  return ink === null ? 0 : (ink.right - ink.left) * separator + 2 * separatorSpace;
}

/** Places separators between neighbours in the row with the same baseline, vertically centred on the digits. */
export function placeSeparators(
  line: TextLine,
  inRow: readonly PlacedUnit[],
  row: readonly Measured[],
  metrics: DigitMetrics,
  { separator: size }: Sizes,
): PlacedLine[] {
  const { ink } = line;
  if (ink === null) return [];
  return inRow.slice(1).flatMap((right, at) => {
    const left = inRow[at] as PlacedUnit;
    if (left.baseline !== right.baseline) return [];
    const marginOf = (unit: PlacedUnit, one: Measured | undefined) => (one?.half ?? 0) - unit.area.width / 2;
    const from = left.x + left.area.width + marginOf(left, row[at]);
    const middle = (from + right.x - marginOf(right, row[at + 1])) / 2;
    const level = left.baseline - metrics.ascent + metrics.height / 2;
    return [
      {
        line,
        size,
        x: Math.round(middle - ((ink.left + ink.right) / 2) * size),
        baseline: Math.round(level + ((ink.top + ink.bottom) / 2) * size),
      },
    ];
  });
}
