import type { TimerDesign } from '@vitrine/core/contracts';
import { setLine, type TextLine } from '../../text/text-line.ts';
import type { Sizes } from '../paint/sizes.ts';
import type { UnitDigits } from './countdown.ts';
import type { DigitMetrics } from './digit-metrics.ts';
import type { LayoutFonts } from './placed.ts';
import { hasBoxesPerDigit } from './unit-digits.ts';

/** A unit with its sizes, before it has a position. */
export interface Measured extends UnitDigits {
  readonly label: TextLine | null;
  /** Width of the cells. */
  readonly width: number;
  readonly pitch: number;
  /** Half the width of the digits with their box or ring; `labelHalf`: of the label. */
  readonly half: number;
  readonly labelHalf: number;
  /** Height of the digits with their box or ring. */
  readonly outerHeight: number;
}

export function measureUnits(
  { digits, labels }: TimerDesign,
  shown: readonly UnitDigits[],
  metrics: DigitMetrics,
  sizes: Sizes,
  fonts: LayoutFonts,
): Measured[] {
  const { inset } = sizes;
  const perDigit = hasBoxesPerDigit(digits);
  const pitch = metrics.cell + (perDigit ? 2 * inset + sizes.boxGap : 0);
  const widthOf = (text: string) => (text.length - 1) * pitch + metrics.cell;
  const widest = Math.max(...shown.map(({ digits: text }) => widthOf(text)));
  const { ring } = digits;
  const diameter =
    ring === null
      ? null
      : Math.round(Math.hypot(widest, metrics.height) + 2 * (ring.padding + ring.width) * sizes.unit);
  return shown.map(({ unit, digits: text }): Measured => {
    const label = labels.show ? setLine(fonts.texts.labels[unit], fonts.labels) : null;
    const ink = label?.ink ?? null;
    const width = widthOf(text);
    return {
      unit,
      digits: text,
      label: ink === null ? null : label,
      width,
      pitch,
      half: diameter === null ? width / 2 + inset : diameter / 2,
      labelHalf: ink === null ? 0 : ((ink.right - ink.left) / 2) * sizes.labels,
      outerHeight: diameter ?? metrics.height + 2 * inset,
    };
  });
}
