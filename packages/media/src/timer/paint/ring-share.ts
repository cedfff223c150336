import type { TimerUnitName } from '@vitrine/core/server';

/** The value of a full ring. */
const FULL: Readonly<Record<TimerUnitName, number>> = { days: 30, hours: 24, minutes: 60, seconds: 60 };

/** Returns the part of a unit's ring that remains, 0 to 1. */
export function shareOf(unit: TimerUnitName, digits: string): number {
  return Math.min(1, Number(digits) / FULL[unit]);
}
