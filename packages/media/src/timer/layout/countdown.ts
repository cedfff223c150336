import type { TimerDesign } from '@vitrine/core/contracts';
import type { TimerUnitName } from '@vitrine/core/server';

// Not the list of core, because the render thread loads nothing of core.
const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly TimerUnitName[];
const SECONDS_OF: Readonly<Record<TimerUnitName, number>> = {
  days: 86_400,
  hours: 3_600,
  minutes: 60,
  seconds: 1,
};

/** Minimum number of digits of a unit that follows another one. */
const FOLLOWING_DIGITS = 2;

export interface UnitDigits {
  readonly unit: TimerUnitName;
  readonly digits: string;
}

/**
 * Returns the digits of the visible units with `secondsLeft` whole seconds left, largest unit first. Each unit counts
 * the remainder of the visible unit before it, so a hidden unit is added to the next visible one: without days, hours
 * exceed 24. The last unit is rounded up, so all are zero only when the time is over. `digits.minDigits` pads the
 * leading unit; the others have at least two digits, as on a clock. `units.*.minDigits` overrides both.
 */
export function digitsAt(design: TimerDesign, secondsLeft: number): UnitDigits[] {
  const visible = UNITS.filter((unit) => design.units[unit].show);
  const smallest = visible.at(-1);
  if (smallest === undefined) return [];
  const step = SECONDS_OF[smallest];
  let left = Math.ceil(secondsLeft / step) * step;
  return visible.map((unit, index) => {
    const value = Math.floor(left / SECONDS_OF[unit]);
    left -= value * SECONDS_OF[unit];
    const least = design.units[unit].minDigits ?? (index === 0 ? design.digits.minDigits : FOLLOWING_DIGITS);
    return { unit, digits: String(value).padStart(least, '0') };
  });
}
