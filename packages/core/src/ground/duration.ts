const DURATION =
  /^P(?=.)(?:(\d{1,6})W|(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Seconds of weeks, years, months, days, hours, minutes and seconds, as `DURATION` captures them. */
const UNITS = [7 * DAY, 365 * DAY, 30 * DAY, DAY, HOUR, 60, 1];

/**
 * Returns the seconds of an ISO 8601 duration of whole numbers, such as `P30D` or `PT12H`. A year has 365 days and a month
 * has 30. Null: the text is no such duration.
 */
export function readDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  return UNITS.reduce((sum, unit, index) => sum + unit * Number(match[index + 1] ?? 0), 0);
}

/** Returns the ISO 8601 duration of some seconds, in days, hours, minutes and seconds. */
export function showDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / HOUR) % 24, 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const time = parts.map(([number, unit]) => (number === 0 ? '' : `${number}${unit}`)).join('');
  const days = Math.floor(seconds / DAY);
  const date = days === 0 ? '' : `${days}D`;
  return time === '' ? `P${date === '' ? 'T0S' : date}` : `P${date}T${time}`;
}
