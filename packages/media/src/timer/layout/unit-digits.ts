import type { TimerDesign } from '@vitrine/core/contracts';
import type { DigitMetrics } from './digit-metrics.ts';

/** Returns whether each digit has a box of its own. */
export function hasBoxesPerDigit({ box, ring }: TimerDesign['digits']): boolean {
  return box !== null && ring === null && box.style !== 'unit';
}

/** Returns the parts of a unit that have a box: the whole unit, each digit, or none. */
export function digitCells(
  { digits }: TimerDesign,
  unit: { readonly digits: string; readonly width: number; readonly pitch: number },
  x: number,
  cell: number,
): { readonly left: number; readonly width: number }[] {
  if (digits.box === null || digits.ring !== null) return [];
  if (!hasBoxesPerDigit(digits)) return [{ left: x, width: unit.width }];
  return Array.from(unit.digits, (_, at) => ({ left: x + at * unit.pitch, width: cell }));
}

/** Returns how far the digits of a unit move from their cells, so that their ink is centred in the unit. */
export function inkShift(
  design: TimerDesign,
  { places, cell }: DigitMetrics,
  unit: { readonly ticks: boolean; readonly pitch: number },
  digits: string,
): number {
  if (design.layout.fit === 'none' || hasBoxesPerDigit(design.digits)) return 0;
  const first = places.get(digits[0] ?? '');
  const last = places.get(digits.at(-1) ?? '');
  if (first === undefined || last === undefined) return 0;
  // The last digit of the smallest unit counts as the widest one, or all digits of the unit would move with each tick.
  const right = unit.ticks ? Math.max(...[...places.values()].map((place) => place.right)) : last.right;
  const left = unit.ticks && digits.length === 1 ? cell - right : first.left;
  const end = (digits.length - 1) * unit.pitch;
  return Math.round((end + cell) / 2 - (left + end + right) / 2);
}
