import type { Millis } from '../storage/rows.ts';

/**
 * `Intl` also takes short names that IANA does not have, and not for what people mean by them: BST is Bangladesh there,
 * IST India, CST Chicago. Of three letters only those of the IANA database are taken.
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

/** Begins with a letter: offsets such as +01:00, which `Intl` takes too, are no zone. */
const FORM = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const DAY: Millis = 86_400_000;

/** One for each zone asked about; making one costs a hundred times what asking it does. There are some six hundred names. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether the text is a name of the IANA time zone database, an alias included, in any case of letters. */
export function isTimeZone(text: string): boolean {
  return formatterOf(text) !== null;
}

/** What the zone's clocks are ahead of UTC at an instant. @throws RangeError for a name that is no zone. */
export function offsetAt(timeZone: string, instant: Millis): Millis {
  const formatter = formatterOf(timeZone);
  if (formatter === null) throw new RangeError(`No such time zone: ${timeZone}.`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(formatter.format(instant)) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offset : offset;
}

/**
 * The instant at which the zone's clocks show a wall time. Clocks that were put back show it twice: the first counts.
 * Clocks that were put forward never show it: it moves forward by what they skipped (docs/rules.md#target-date).
 *
 * @param wall the wall time as if it were UTC.
 */
export function instantOf(timeZone: string, wall: Millis): Millis {
  const before = offsetAt(timeZone, wall - DAY);
  const after = offsetAt(timeZone, wall + DAY);
  const readings = [wall - before, wall - after].filter(
    (instant) => instant + offsetAt(timeZone, instant) === wall,
  );
  return readings.length === 0 ? wall - before : Math.min(...readings);
}

/** What the zone's clocks show at an instant, as if it were UTC. */
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
