import type { Millis } from '../ground/rows.ts';
import { parseDatetime } from './datetime.ts';
import { hourOfDay } from './half-day.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Between words, and between the parts of 25-Nov-2026. */
const BETWEEN = /[\s,]+|(?<=\d)-(?=[a-z])|(?<=[a-z])-(?=\d)/i;
/** The letters and digits that all these dates have. Other texts are rejected at little cost. */
const SHAPE = /(?=.*[a-z]{3}).*\d{4}/i;
const LONGEST = 100;
/** 1:30 PM. */
const HALF_DAY = /(?<![\d:])(\d{1,2})(:\d{2}(?::\d{2})?) ?([ap])\.?m(?:\.|\b)/i;
const FORMS = {
  year: /^\d{4}$/,
  day: /^(\d{1,2})(?:st|nd|rd|th|\.)?$/i,
  time: /^\d{1,2}:\d{2}\S*$/,
  zone: /^(?:Z|[+-]\d{2}:?\d{2})$/i,
} as const;

/**
 * Reads a date with the English name of its month, with its parts in any order: the form of RFC 2822,
 * `November 25, 2026 12:02`, `25 Nov 2026`, and what `date`, `ctime` and JavaScript print. Null: it has another form.
 */
export function readNamedDate(text: string): Millis | null {
  const iso = isoOfNamedDate(text);
  return iso === null ? null : (parseDatetime(iso)?.millis ?? null);
}

/** Returns such a date in the form of `parseDatetime`. Null: it has another form. The day may not exist. */
export function isoOfNamedDate(text: string): string | null {
  if (text.length > LONGEST || !SHAPE.test(text)) return null;
  const parts = new Map<string, string>();
  for (const word of wholeDay(text).split(BETWEEN)) {
    const part = partOf(word);
    if (part === null || parts.has(part.name)) return null;
    if (part.name !== 'filler') parts.set(part.name, part.value);
  }
  const { year, month, day, time, zone = '' } = Object.fromEntries(parts);
  if (year === undefined || month === undefined || day === undefined) return null;
  const clock = time === undefined ? '' : `T${/^\d:/.test(time) ? '0' : ''}${time}${zone}`;
  return `${year}-${month}-${day.padStart(2, '0')}${clock}`;
}

/** Returns the text with a time of a clock of twelve hours as that of the day: 13:30. */
function wholeDay(text: string): string {
  return text.replace(HALF_DAY, (found, hour: string, minutes: string, half: string) => {
    const ofDay = hourOfDay(hour, half);
    return ofDay === null ? found : `${ofDay}${minutes}`;
  });
}

function partOf(word: string): { readonly name: string; readonly value: string } | null {
  const name = word.toLowerCase().replace(/\.$/, '');
  if (name === '' || name === 'at' || isNamed(WEEKDAYS, name)) return { name: 'filler', value: '' };
  const month = MONTHS.findIndex((each) => isNamed([each], name)) + 1;
  if (month > 0) return { name: 'month', value: String(month).padStart(2, '0') };
  for (const [part, form] of Object.entries(FORMS)) {
    const found = form.exec(word);
    if (found !== null) return { name: part, value: found[1] ?? word };
  }
  return null;
}

/** Names may be cut after three letters. */
function isNamed(names: readonly string[], name: string): boolean {
  return name.length >= 3 && names.some((each) => each.startsWith(name));
}
