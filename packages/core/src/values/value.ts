import { STRING_MAX, URL_MAX } from '../ground/limits.ts';
import type { PropertyType, SlotKind, SlotValue } from '../ground/rows.ts';
import { canBeStored, fitsCodePoints } from '../ground/stored-text.ts';
import { DATETIME_FORMS, parseDatetime, showDatetime } from './datetime.ts';

/** A value as it is stored, or the reason for its rejection: where null is a value too, and where one is required. */
export type ReadValue =
  | { readonly ok: true; readonly value: SlotValue }
  | { readonly ok: false; readonly message: string; readonly messageIfRequired: string };

function stored(value: string | number): ReadValue {
  return { ok: true, value };
}

function rejected(message: string, messageIfRequired = message): ReadValue {
  return { ok: false, message, messageIfRequired };
}

function readString(input: unknown): ReadValue {
  if (typeof input !== 'string') return rejected('Expected a string or null.', 'Expected a string.');
  if (!canBeStored(input)) return rejected('Expected well-formed Unicode without U+0000.');
  if (!fitsCodePoints(input, STRING_MAX)) return rejected(`Expected at most ${STRING_MAX} characters.`);
  return stored(input);
}

function readBoolean(input: unknown): ReadValue {
  if (typeof input === 'boolean') return stored(input ? 1 : 0);
  return rejected('Expected true, false or null.', 'Expected true or false.');
}

function readNumber(input: unknown): ReadValue {
  if (typeof input !== 'number') return rejected('Expected a number or null.', 'Expected a number.');
  if (!Number.isFinite(input)) return rejected('Expected a finite number.');
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return rejected('Expected an integer within ±9007199254740991; use a string property for longer ones.');
  }
  // Stores -0 as 0, because the engines disagree on whether the sign survives.
  return stored(input === 0 ? 0 : input);
}

function readDatetime(input: unknown): ReadValue {
  const parsed = typeof input === 'string' ? parseDatetime(input) : null;
  if (parsed !== null) return stored(parsed.millis);
  return rejected(`Expected ${DATETIME_FORMS}, or null.`, `Expected ${DATETIME_FORMS}.`);
}

/**
 * URL parsers silently drop control characters anywhere in the text. The text is stored byte for byte, so it must not
 * contain any.
 */
const CONTROL = /\p{Cc}/u;
const URL_START = /^https?:\/\//i;
const SPACE_AT_END = /\s$/u;

function readUrl(input: unknown): ReadValue {
  if (typeof input !== 'string' || !URL_START.test(input)) return notUrl();
  // The length comes first: the time to parse a host name grows with the square of its length.
  if (!fitsCodePoints(input, URL_MAX)) return rejected(`Expected at most ${URL_MAX} characters.`);
  if (CONTROL.test(input)) return rejected('Expected a URL without control characters.');
  const isUrl = !SPACE_AT_END.test(input) && input.isWellFormed() && URL.canParse(input);
  return isUrl ? stored(input) : notUrl();
}

function notUrl(): ReadValue {
  const form = 'Expected an absolute http or https URL';
  return rejected(`${form}, or null.`, `${form}.`);
}

/** The rules of a type. `schema/queries/operators.ts` holds the operators of its filters. */
interface TypeRules {
  readonly slotKind: SlotKind;
  /** Whether an empty string is a value. Otherwise, it unsets the property. */
  readonly keepsEmptyText: boolean;
  /** Whether `AggregateStoreRecords` accepts a property of the type. */
  readonly isAggregable: boolean;
  /** Reads a JSON value other than null. */
  readonly read: (input: unknown) => ReadValue;
  /** Returns a stored value as JSON shows it. */
  readonly show: (value: string | number) => string | number | boolean;
}

const NUMBER_LIKE = { slotKind: 'n', keepsEmptyText: false, isAggregable: false } as const;
const URL_RULES: TypeRules = {
  slotKind: 't',
  keepsEmptyText: false,
  isAggregable: false,
  read: readUrl,
  show: asStored,
};

/** The rules of each type of property, in the order of messages and of the OpenAPI document. */
export const TYPE_RULES: Readonly<Record<PropertyType, TypeRules>> = {
  string: { slotKind: 't', keepsEmptyText: true, isAggregable: false, read: readString, show: asStored },
  number: { ...NUMBER_LIKE, isAggregable: true, read: readNumber, show: asStored },
  boolean: { ...NUMBER_LIKE, read: readBoolean, show: (value) => value === 1 },
  datetime: { ...NUMBER_LIKE, read: readDatetime, show: (value) => showDatetime(Number(value)) },
  url_image: URL_RULES,
  url_link: URL_RULES,
};

export const PROPERTY_TYPES = Object.keys(TYPE_RULES) as readonly PropertyType[];

function asStored(value: string | number): string | number {
  return value;
}

/**
 * Reads a JSON value for a property without conversion (docs/query-semantics.md#values): `"5"` is not a number. Null
 * unsets the property, and so does an empty string for every type but string.
 */
export function readValue(type: PropertyType, input: unknown): ReadValue {
  const { keepsEmptyText, read } = TYPE_RULES[type];
  return input === null || (input === '' && !keepsEmptyText) ? UNSET : read(input);
}

const UNSET: ReadValue = { ok: true, value: null };

/** Returns a stored value as JSON shows it. */
export function showValue(type: PropertyType, value: SlotValue): string | number | boolean | null {
  return value === null ? null : TYPE_RULES[type].show(value);
}

/**
 * Returns the canonical text of a stored value, from which record ids are derived: a string byte for byte, a number in
 * its shortest round-trip form, true or false, a datetime in UTC, a URL as stored.
 */
export function canonicalText(type: PropertyType, value: string | number): string {
  return String(showValue(type, value));
}
