import { readNumber } from '../../records/read-value.ts';

export type LifetimeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

const SECONDS: Readonly<Record<LifetimeUnit, number>> = {
  days: 86_400,
  hours: 3_600,
  minutes: 60,
  seconds: 1,
};

/** The units, the largest first. */
export const LIFETIME_UNITS = Object.keys(SECONDS) as readonly LifetimeUnit[];

/** The time after its last write until a record expires, as a form has it. */
export interface Lifetime {
  readonly count: string;
  readonly unit: LifetimeUnit;
}

/** Returns a lifetime in the largest unit that divides it. */
export function lifetimeOf(seconds: number): Lifetime {
  const unit = LIFETIME_UNITS.find((one) => seconds % SECONDS[one] === 0) ?? 'seconds';
  return { count: String(seconds / SECONDS[unit]), unit };
}

/** Returns a lifetime in seconds; null if its count is no number above 0. The server checks the range. */
export function secondsOf({ count, unit }: Lifetime): number | null {
  const number = readNumber(count);
  return number !== null && number > 0 ? number * SECONDS[unit] : null;
}
