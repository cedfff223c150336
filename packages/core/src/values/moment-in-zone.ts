import { ValidationError } from '../ground/errors.ts';
import type { Millis } from '../ground/rows.ts';
import { instantOf } from '../zones/time-zone.ts';
import { parseDatetime } from './datetime.ts';

/** Unix seconds have at most 11 digits, so that a date in the year 9999 fits. */
const UNIX_SECONDS = /^-?\d{1,11}$/;

/** Returns the moment of a date-time, a date or Unix seconds. A wall time is in the zone. Null: the value is none. */
export function momentIn(timeZone: string, value: unknown): Millis | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  if (UNIX_SECONDS.test(trimmed)) return Number(trimmed) * 1_000;
  const parsed = parseDatetime(trimmed);
  if (parsed === null) return null;
  return parsed.hasOffset ? parsed.millis : instantOf(timeZone, parsed.millis);
}

/** Returns the moment at which something is opened. @throws ValidationError at `at`. */
export function requireMoment(timeZone: string, at: unknown): Millis {
  const moment = momentIn(timeZone, at);
  if (moment !== null) return moment;
  const message = 'Expected a date-time such as 2026-12-01T09:00:00, or a date.';
  throw new ValidationError([{ path: 'at', message }]);
}
