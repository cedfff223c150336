import type { TimerDesign, TimerUnitName } from '@vitrine/core';

// Not core's list: this runs in a thread that loads nothing of core.
const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly TimerUnitName[];
const SECONDS_OF: Readonly<Record<TimerUnitName, number>> = {
  days: 86_400,
  hours: 3_600,
  minutes: 60,
  seconds: 1,
};

/** Digits that a unit behind another one has at least. */
const FOLLOWING_DIGITS = 2;

export interface UnitDigits {
  readonly unit: TimerUnitName;
  readonly digits: string;
}

/**
 * What a countdown shows with `secondsLeft` whole seconds to go: the shown units, largest first. Each one counts what the
 * shown unit above it leaves over, so a hidden unit rolls into the next one shown; without days, hours exceed 24. The
 * last one is rounded up, as the seconds are: all are zero only when the time is over. `digits.minDigits` pads the leading
 * unit; the ones behind it have two digits or more, as on a clock.
 */
export function digitsAt(design: TimerDesign, secondsLeft: number): UnitDigits[] {
  const shown = UNITS.filter((unit) => design.units[unit].show);
  const smallest = shown.at(-1);
  if (smallest === undefined) return [];
  const step = SECONDS_OF[smallest];
  let left = Math.ceil(secondsLeft / step) * step;
  return shown.map((unit, index) => {
    const value = Math.floor(left / SECONDS_OF[unit]);
    left -= value * SECONDS_OF[unit];
    const least = index === 0 ? design.digits.minDigits : FOLLOWING_DIGITS;
    return { unit, digits: String(value).padStart(least, '0') };
  });
}
