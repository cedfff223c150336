import { STRING_MAX, URL_MAX } from '../limits.ts';
import type { SlotValue } from '../storage/rows.ts';
import { canBeStored, fitsCodePoints } from '../stored-text.ts';
import { DATETIME_FORMS, parseDatetime } from './datetime.ts';

/** A value as it is stored, or the reason for its rejection. */
export type ReadValue =
  | { readonly ok: true; readonly value: SlotValue }
  | { readonly ok: false; readonly message: string };

function stored(value: string | number): ReadValue {
  return { ok: true, value };
}

function rejected(message: string): ReadValue {
  return { ok: false, message };
}

export function readString(input: unknown): ReadValue {
  if (typeof input !== 'string') return rejected('Expected a string or null.');
  if (!canBeStored(input)) return rejected('Expected well-formed Unicode without U+0000.');
  if (!fitsCodePoints(input, STRING_MAX)) return rejected(`Expected at most ${STRING_MAX} characters.`);
  return stored(input);
}

export function readBoolean(input: unknown): ReadValue {
  return typeof input === 'boolean' ? stored(input ? 1 : 0) : rejected('Expected true, false or null.');
}

export function readNumber(input: unknown): ReadValue {
  if (typeof input !== 'number') return rejected('Expected a number or null.');
  if (!Number.isFinite(input)) return rejected('Expected a finite number.');
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return rejected('Expected an integer within ±9007199254740991; use a string property for longer ones.');
  }
  // Stores -0 as 0, because the engines disagree on whether the sign survives.
  return stored(input === 0 ? 0 : input);
}

export function readDatetime(input: unknown): ReadValue {
  const parsed = typeof input === 'string' ? parseDatetime(input) : null;
  return parsed === null ? rejected(`Expected ${DATETIME_FORMS}, or null.`) : stored(parsed.millis);
}

/**
 * URL parsers silently drop control characters anywhere in the text. The text is stored byte for byte, so it must not
 * contain any.
 */
const CONTROL = /\p{Cc}/u;
const URL_START = /^https?:\/\//i;
const SPACE_AT_END = /\s$/u;

export function readUrl(input: unknown): ReadValue {
  if (typeof input !== 'string' || !URL_START.test(input)) return rejected(URL_FORM);
  // The length comes first: the time to parse a host name grows with the square of its length.
  if (!fitsCodePoints(input, URL_MAX)) return rejected(`Expected at most ${URL_MAX} characters.`);
  if (CONTROL.test(input)) return rejected('Expected a URL without control characters, or null.');
  const isUrl = !SPACE_AT_END.test(input) && input.isWellFormed() && URL.canParse(input);
  return isUrl ? stored(input) : rejected(URL_FORM);
}

const URL_FORM = 'Expected an absolute http or https URL, or null.';
