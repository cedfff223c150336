import type { TimerDesign } from '@vitrine/core/contracts';
import type { Glyphs } from '../../paint/glyph.ts';
import type { Piece } from '../../text/pieces.ts';
import { setLine, type TextLine } from '../../text/text-line.ts';
import { paddingOf, type Shrinking, type Sizes, sizesOf, UNSHRUNK } from '../paint/sizes.ts';
import type { UnitDigits } from './countdown.ts';
import { measureDigits } from './digit-metrics.ts';
import { boundsOf } from './layout-bounds.ts';
import { type Measured, measureUnits } from './measured-units.ts';
import type { LayoutFonts, PlacedLine, PlacedUnit, TimerLayout } from './placed.ts';
import { placeSeparators, rowMiddles, separatorWidth } from './row.ts';
import { digitCells } from './unit-digits.ts';

/** Distance between the digits or their box and the capitals of the label, in sizes of the label. */
const LABEL_DISTANCE = 0.9;
/** Distance between the headline and the units, in sizes of the headline. */
const HEADLINE_DISTANCE = 0.75;
/** The height of this letter sets the distance of labels. Accents may reach into it. */
export const CAPITAL = 'H';
/** What `piecesOf` returns for it. Calling that here would compile its expressions when the server starts. */
const CAPITAL_PIECES: readonly Piece[] = [{ text: CAPITAL, level: 0, breaks: false }];

/** Arranges the units of a countdown in a row, or at the positions of the design. */
export function layOut(
  design: TimerDesign,
  shown: readonly UnitDigits[],
  fonts: LayoutFonts,
  shrinking: Shrinking = UNSHRUNK,
): TimerLayout {
  const sizes = sizesOf(design, shrinking);
  const isPlain = design.layout.fit === 'none';
  const metrics = measureDigits(fonts.digits, sizes.digits, isPlain ? 'advance' : 'ink');
  if (metrics === null) return { units: [], separators: [], headline: null, sizes, metrics, bounds: null };
  const { scale, labels, headline } = design;
  const measured = measureUnits(design, shown, metrics, sizes, fonts);
  const boxHeight = measured[0]?.outerHeight ?? 0;
  const hasLabels = measured.some(({ label }) => label !== null);
  const capitals = capitalHeight(fonts.labels, measured) * sizes.labels;
  const below = hasLabels ? Math.round(LABEL_DISTANCE * sizes.labels + capitals) : 0;
  const title = headline.text === null ? null : setLine(fonts.texts.headline, fonts.headline);
  const titleHeight = title?.ink == null ? 0 : Math.round(heightOf(title, fonts) * sizes.headline);
  const titleRoom = titleHeight === 0 ? 0 : titleHeight + Math.round(HEADLINE_DISTANCE * sizes.headline);
  const shift = (headline.position === 'above' ? titleRoom : -titleRoom) / 2;
  const labelsAbove = labels.position === 'above';

  const placeUnit = (one: Measured, middleX: number, middleY: number): PlacedUnit => {
    const top = Math.round(middleY - (boxHeight + below) / 2) + (labelsAbove ? below : 0);
    const x = Math.round(middleX - one.width / 2);
    // The centre after rounding to whole pixels, so that box and label are centred exactly.
    const centre = x + one.width / 2;
    const digitTop = top + Math.round((boxHeight - metrics.height) / 2);
    const baselineOfLabel = labelsAbove
      ? top - Math.round(LABEL_DISTANCE * sizes.labels)
      : top + boxHeight + below;
    const ink = one.label?.ink ?? null;
    const area = { x, y: digitTop, width: one.width, height: metrics.height };
    return {
      unit: one.unit,
      digits: one.digits,
      ticks: one.unit === shown.at(-1)?.unit,
      x,
      baseline: area.y + metrics.ascent,
      pitch: one.pitch,
      area,
      boxes: digitCells(design, one, x, metrics.cell).map(({ left, width }) => ({
        x: left - sizes.inset,
        y: top,
        width: width + 2 * sizes.inset,
        height: boxHeight,
      })),
      ring:
        design.digits.ring === null
          ? null
          : {
              x: centre,
              y: top + boxHeight / 2,
              radius: boxHeight / 2,
              width: design.digits.ring.width * sizes.unit,
            },
      label:
        one.label === null || ink === null
          ? null
          : {
              line: one.label,
              size: sizes.labels,
              x: centre - ((ink.left + ink.right) / 2) * sizes.labels,
              baseline: baselineOfLabel,
            },
    };
  };

  const row = measured.filter(({ unit }) => design.units[unit].x === null);
  const separator = design.separator.show ? setLine(fonts.texts.separator, fonts.digits) : null;
  const middles = rowMiddles(design, sizes, row, separatorWidth(separator, sizes));
  const units = measured.map((one) => {
    const { x, y } = design.units[one.unit];
    const middleY = y === null ? (design.height / 2) * scale + shift : y * scale;
    return placeUnit(one, x === null ? (middles.get(one.unit) ?? 0) : x * scale, middleY);
  });
  const inRow = units.filter(({ unit }) => row.some((one) => one.unit === unit));
  const separators = separator === null ? [] : placeSeparators(separator, inRow, row, metrics, sizes);
  const placedTitle =
    title === null || title.ink === null
      ? null
      : placeHeadline(design, title, sizes, {
          top: (design.height * scale - boxHeight - below - titleRoom) / 2,
          below: boxHeight + below + titleRoom,
          height: titleHeight,
        });
  const bounds = boundsOf(units, [...separators, ...(placedTitle === null ? [] : [placedTitle])]);
  return { units, separators, headline: placedTitle, sizes, metrics, bounds };
}

function placeHeadline(
  design: TimerDesign,
  line: TextLine,
  { headline: size }: Sizes,
  { top, below, height }: { readonly top: number; readonly below: number; readonly height: number },
): PlacedLine {
  const { headline, layout } = design;
  const ink = line.ink ?? { left: 0, right: 0 };
  const full = design.width * design.scale;
  const padding = paddingOf(design);
  const x = {
    left: padding - ink.left * size,
    center: full / 2 - ((ink.left + ink.right) / 2) * size,
    right: full - padding - ink.right * size,
  }[layout.align];
  const baseline = headline.position === 'above' ? top + height : top + below;
  return { line, size, x, baseline: Math.round(baseline) };
}

/** Returns the height of the font's H in ems, or of the tallest letter of the labels if it has none. */
function capitalHeight(glyphs: Glyphs, measured: readonly Measured[]): number {
  const capital = setLine(CAPITAL_PIECES, glyphs).ink?.top;
  return capital ?? Math.max(0, ...measured.map(({ label }) => label?.ink?.top ?? 0));
}

function heightOf(line: TextLine, fonts: LayoutFonts): number {
  return setLine(CAPITAL_PIECES, fonts.headline).ink?.top ?? line.ink?.top ?? 0;
}
