import { STRING_MAX, URL_MAX } from '../limits.ts';
import type { SlotValue } from '../storage/rows.ts';
import { canBeStored, fitsCodePoints } from '../stored-text.ts';
import { DATETIME_FORMS, parseDatetime } from './datetime.ts';

/** A value as it is stored, or why it can't be. */
export type ReadValue =
  | { readonly ok: true; readonly value: SlotValue }
  | { readonly ok: false; readonly message: string };

function stored(value: string | number): ReadValue {
  return { ok: true, value };
}

function refused(message: string): ReadValue {
  return { ok: false, message };
}

export function readString(input: unknown): ReadValue {
  if (typeof input !== 'string') return refused('Expected a string or null.');
  if (!canBeStored(input)) return refused('Expected well-formed Unicode without U+0000.');
  if (!fitsCodePoints(input, STRING_MAX)) return refused(`Expected at most ${STRING_MAX} characters.`);
  return stored(input);
}

export function readBoolean(input: unknown): ReadValue {
  return typeof input === 'boolean' ? stored(input ? 1 : 0) : refused('Expected true, false or null.');
}

export function readNumber(input: unknown): ReadValue {
  if (typeof input !== 'number') return refused('Expected a number or null.');
  if (!Number.isFinite(input)) return refused('Expected a finite number.');
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return refused('Expected an integer within ±9007199254740991; use a string property for longer ones.');
  }
  // -0 is 0: the engines disagree on whether it survives.
  return stored(input === 0 ? 0 : input);
}

export function readDatetime(input: unknown): ReadValue {
  const parsed = typeof input === 'string' ? parseDatetime(input) : null;
  return parsed === null ? refused(`Expected ${DATETIME_FORMS}, or null.`) : stored(parsed.millis);
}

/** A URL parser drops these silently, wherever they stand; the text is kept byte for byte, so it must not hold them. */
const CONTROL = /\p{Cc}/u;
const URL_START = /^https?:\/\//i;
const SPACE_AT_END = /\s$/u;

export function readUrl(input: unknown): ReadValue {
  if (typeof input !== 'string' || !URL_START.test(input)) return refused(URL_FORM);
  // Before anything else: parsing a host name costs the square of its length.
  if (!fitsCodePoints(input, URL_MAX)) return refused(`Expected at most ${URL_MAX} characters.`);
  if (CONTROL.test(input)) return refused('Expected a URL without control characters, or null.');
  const isUrl = !SPACE_AT_END.test(input) && input.isWellFormed() && URL.canParse(input);
  return isUrl ? stored(input) : refused(URL_FORM);
}

const URL_FORM = 'Expected an absolute http or https URL, or null.';
