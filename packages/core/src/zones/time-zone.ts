import type { Millis } from '../ground/rows.ts';

/**
 * The names of three letters in the IANA database. `Intl` also accepts others, with surprising meanings: BST is
 * Bangladesh, IST India, CST Chicago.
 */
const IANA_OF_THREE_LETTERS = new Set([
  'CET',
  'EET',
  'EST',
  'GMT',
  'HST',
  'MET',
  'MST',
  'PRC',
  'ROC',
  'ROK',
  'UCT',
  'UTC',
  'WET',
]);

/** What is expected in place of an unknown zone. */
export const TIME_ZONE_FORMS =
  'Expected the IANA name of a time zone, such as America/New_York, Europe/Berlin, Asia/Tokyo or UTC.';

/** Begins with a letter, to exclude offsets such as +01:00, which `Intl` also accepts. */
const FORM = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const DAY: Millis = 86_400_000;

/** A cache by zone, because formatters are expensive to create. Bounded by the number of zone names. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns whether the text is a name or an alias in the IANA time zone database, in any case. */
export function isTimeZone(text: string): boolean {
  return formatterOf(text) !== null;
}

/** Returns the zone's offset from UTC at an instant, positive to the east. @throws RangeError for an unknown zone. */
export function offsetAt(timeZone: string, instant: Millis): Millis {
  const formatter = formatterOf(timeZone);
  if (formatter === null) throw new RangeError(`No such time zone: ${timeZone}.`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(formatter.format(instant)) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offset : offset;
}

/**
 * Returns the instant of a wall time in the zone (docs/rules.md#target-date). Of two such instants, when
 * clocks are set back, it is the first. A wall time that clocks skip, when they are set forward, moves forward by the
 * skipped time.
 *
 * @param wall the wall time as if it were UTC.
 */
export function instantOf(timeZone: string, wall: Millis): Millis {
  const before = offsetAt(timeZone, wall - DAY);
  const after = offsetAt(timeZone, wall + DAY);
  const candidates = [wall - before, wall - after].filter(
    (instant) => instant + offsetAt(timeZone, instant) === wall,
  );
  return candidates.length === 0 ? wall - before : Math.min(...candidates);
}

/** Returns the wall time of an instant in the zone, as if it were UTC. */
export function wallOf(timeZone: string, instant: Millis): Millis {
  return instant + offsetAt(timeZone, instant);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  const name = timeZone.toUpperCase();
  const known = formatters.get(name);
  if (known !== undefined) return known;
  if (!FORM.test(timeZone) || (name.length === 3 && !IANA_OF_THREE_LETTERS.has(name))) return null;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formatters.set(name, formatter);
    return formatter;
  } catch {
    return null;
  }
}
