import type { TimerDesign } from '@vitrine/core/contracts';
import { groundColor, mix, opacityOf, type Rgb, rgbOf } from '../../paint/color.ts';

/** The opacity of separators without a color of their own. */
const MUTED = 0.5;
const MUTED_ON_PICTURE = 0.65;

/** Returns the color and opacity of separators. On one color, the color is mixed, so that the palette stays small. */
export function separatorPaint(
  { separator, digits, background, layout }: TimerDesign,
  hasPicture: boolean,
): { readonly color: Rgb; readonly opacity: number } {
  if (separator.color !== null) return { color: rgbOf(separator.color), opacity: opacityOf(separator.color) };
  const color = rgbOf(digits.color);
  const opacity = opacityOf(digits.color);
  if (layout.fit === 'none') return { color, opacity };
  if (hasPicture || background.gradient !== null) return { color, opacity: opacity * MUTED_ON_PICTURE };
  return { color: mix(groundColor(background.color), color, MUTED * opacity), opacity: 1 };
}
