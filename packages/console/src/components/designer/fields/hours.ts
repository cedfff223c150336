/** The longest duration of a timer: 90 days. */
export const HOURS_MAX = 2_160;

/** Returns the hours of a duration in whole hours, such as PT48H or P2D. Null for others. */
export function hoursOf(duration: string): number | null {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?)?$/.exec(duration);
  if (found === null) return null;
  const [weeks = 0, days = 0, hours = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return weeks * 168 + days * 24 + hours;
}
