import type { Millis } from '../ground/rows.ts';

const FORM =
  /^P(?=[\dT])(?:(\d{1,7})W)?(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?)?$/;
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const;
/** The longest duration, and the greatest age of a start. */
export const DURATION_MAX: Millis = 90 * 86_400_000;

/** Parses an ISO 8601 duration of weeks, days, hours, minutes and seconds, from one second to 90 days. Null: invalid. */
export function parseDuration(text: string): Millis | null {
  const parts = FORM.exec(text)?.slice(1) ?? null;
  if (parts === null) return null;
  const seconds = SECONDS.reduce((sum, each, at) => sum + each * Number(parts[at] ?? 0), 0);
  const duration = seconds * 1_000;
  return duration >= 1_000 && duration <= DURATION_MAX ? duration : null;
}

export function isDuration(text: string): boolean {
  return parseDuration(text) !== null;
}
