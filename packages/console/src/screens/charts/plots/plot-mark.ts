import type { Mark } from '../model/chart-model.ts';
import type { ChartData } from '../model/load-chart.ts';

/** What a drawing of a chart gets besides its groups. */
export interface PlotProps {
  readonly width: number;
  readonly label: string;
  /** How the measured numbers are shown. */
  readonly format: ChartData['format'];
  /** Shows what a place stands for; null: the pointer has left it. */
  readonly onPoint: (pointed: Pointed | null) => void;
}

/** What the pointer is on, and where. */
export interface Pointed {
  readonly category: number;
  readonly x: number;
  readonly y: number;
}

/** Returns the attributes by which a press finds its group. */
export function markAttributes(
  category: number,
  { series }: Mark,
): Readonly<Record<string, string | number>> {
  return { 'data-category': category, 'data-series': series, class: `mark series-${series}` };
}

/** Returns a text that fits into a number of pixels, at the size of the texts of a plot. */
export function fitText(text: string, pixels: number): string {
  const most = Math.max(3, Math.floor(pixels / GLYPH));
  const letters = [...text.slice(0, 4 * most)];
  return letters.length <= most && text.length <= 4 * most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

/** The width of a letter of 12 px on average, in pixels. */
export const GLYPH = 6.6;
