import type { Millis } from './rows.ts';

const DURATION =
  /^P(?=.)(?:(\d{1,6})W|(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Weeks, years, months, days, hours, minutes, seconds, as `DURATION` captures them. */
const UNITS = [7 * DAY, 365 * DAY, 30 * DAY, DAY, 3_600 * SECOND, 60 * SECOND, SECOND];

/**
 * Returns the length of an ISO 8601 duration of whole numbers, such as `P30D` or `PT12H`. A year has 365 days and a month
 * has 30. Null: the text is no such duration.
 */
export function durationMillis(text: string): Millis | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  return UNITS.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}
