import type { TimerDesign } from '@vitrine/core/contracts';
import { paddingOf, type Shrinking, UNSHRUNK } from '../paint/sizes.ts';
import type { UnitDigits } from './countdown.ts';
import { layOut } from './layout.ts';
import { boundsOf, inkOf } from './layout-bounds.ts';
import type { LayoutFonts, TimerLayout } from './placed.ts';

/** The labels shrink alone down to this share and this number of pixels, before everything shrinks. */
const LABELS_MIN = 0.7;
const LABEL_PIXELS_MIN = 9;
const GROUP_MIN = 0.002;
const ROUNDS = 30;
/** The share of a step, because rounding to whole pixels may leave a pixel too many. */
const STEP = 0.985;

/**
 * Arranges a countdown as its design says. With `layout.fit` shrink, everything becomes smaller until it is inside the
 * padding: first the labels if they are too wide, then all. Units with a position of their own don't count.
 */
export function fitted(design: TimerDesign, shown: readonly UnitDigits[], fonts: LayoutFonts): TimerLayout {
  const asGiven = layOut(design, shown, fonts);
  if (design.layout.fit === 'none') return asGiven;
  let shrinking: Shrinking = { ...UNSHRUNK, headline: headlineShare(design, asGiven) };
  let layout = shrinking.headline === 1 ? asGiven : layOut(design, shown, fonts, shrinking);
  const least = Math.max(LABELS_MIN, Math.min(1, LABEL_PIXELS_MIN / design.labels.size));
  for (const labels of [0.9, 0.8, least]) {
    const { width } = excess(design, layout);
    if (width <= 1) break;
    const smaller = layOut(design, shown, fonts, { ...shrinking, labels });
    // Labels that are narrower than their digits are not the reason.
    if (excess(design, smaller).width > width - 0.005) break;
    shrinking = { ...shrinking, labels };
    layout = smaller;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { width, height } = excess(design, layout);
    const most = Math.max(width, height);
    if (most <= 1 || shrinking.group <= GROUP_MIN) break;
    shrinking = { ...shrinking, group: Math.max(GROUP_MIN, (shrinking.group / most) * STEP) };
    layout = layOut(design, shown, fonts, shrinking);
  }
  return layout;
}

/** Returns the size of the parts in the row as multiples of the room inside the padding. */
function excess(
  design: TimerDesign,
  layout: TimerLayout,
): { readonly width: number; readonly height: number } {
  const bounds = rowBounds(design, layout);
  if (bounds === null) return { width: 0, height: 0 };
  const { x, y, width, height } = bounds;
  const room = roomOf(design);
  const middleX = room.x + room.width / 2;
  const middleY = room.y + room.height / 2;
  const reachX = Math.max(middleX - x, x + width - middleX) * 2;
  const reachY = Math.max(middleY - y, y + height - middleY) * 2;
  const reach = { left: x + width - room.x, center: reachX, right: room.x + room.width - x };
  return { width: reach[design.layout.align] / room.width, height: reachY / room.height };
}

function rowBounds({ units: given }: TimerDesign, { units, separators, headline }: TimerLayout) {
  const inRow = units.filter(({ unit }) => given[unit].x === null && given[unit].y === null);
  return boundsOf(inRow, [...separators, ...(headline === null ? [] : [headline])]);
}

/** Returns the area inside the padding. */
function roomOf(design: TimerDesign) {
  const { width, height, scale } = design;
  const padding = paddingOf(design);
  return {
    x: padding,
    y: padding,
    width: width * scale - 2 * padding,
    height: height * scale - 2 * padding,
  };
}

function headlineShare(design: TimerDesign, { headline }: TimerLayout): number {
  const ink = headline === null ? null : inkOf(headline);
  return ink === null ? 1 : Math.min(1, roomOf(design).width / ink.width);
}
