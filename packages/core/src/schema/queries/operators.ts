import { readFiniteNumber } from '../../ground/json.ts';
import { IN_VALUES_MAX, SEARCH_TEXT_MAX, STRING_MAX } from '../../ground/limits.ts';
import type { PropertyType } from '../../ground/rows.ts';
import { canBeStored, fitsCodePoints } from '../../ground/stored-text.ts';
import type { Column, Comparison, Filter } from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import { parseBoolean } from '../../values/boolean-text.ts';
import { DATETIME_FORMS, parseDatetime } from '../../values/datetime.ts';
import { instantOf } from '../../zones/time-zone.ts';

/** An issue of the value of a filter. `at` is empty, or the index of an element of the value, such as `[3]`. */
export interface ValueIssue {
  readonly at: string;
  readonly message: string;
}

/**
 * Reads the value of a filter and returns the comparison with the column. For an invalid value, returns a message or
 * the issues of its elements. The time zone, a name of the IANA database, is that of datetimes without an offset.
 */
type ReadComparison = (
  column: Column,
  value: unknown,
  timeZone?: string,
) => Filter | string | readonly ValueIssue[];

/** A comparison with one value. */
type ReadSingle<Read extends Filter = Filter> = (
  column: Column,
  value: unknown,
  timeZone?: string,
) => Read | string;
type Valued = Extract<Comparison, { readonly value: string | number }>;

/** Operators by the names that clients send. */
export type Operators = Readonly<Record<string, ReadComparison>>;

const UNSET_OPERATORS: Operators = {
  empty: (column) => ({ column, op: 'empty' }),
  notEmpty: (column) => ({ column, op: 'notEmpty' }),
};

const TEXT_OPERATORS: Operators = {
  eq: exactText('eq'),
  ne: exactText('ne'),
  in: oneOf(exactText('eq')),
  contains: partOfText('contains'),
  startsWith: partOfText('startsWith'),
  endsWith: partOfText('endsWith'),
  ...UNSET_OPERATORS,
};

const NUMBER_OPERATORS: Operators = {
  eq: number('eq'),
  ne: number('ne'),
  in: oneOf(number('eq')),
  gt: number('gt'),
  gte: number('gte'),
  lt: number('lt'),
  lte: number('lte'),
  ...UNSET_OPERATORS,
};

const BOOLEAN_OPERATORS: Operators = { eq: booleanValue, in: oneOf(booleanValue), ...UNSET_OPERATORS };

const on = datetime((column, from, to) => ({
  all: [
    { column, op: 'gte', value: from },
    { column, op: 'lt', value: to },
  ],
}));

/** Each set value matches exactly one of on, before and after for a given value. */
const DATETIME_OPERATORS: Operators = {
  on,
  before: datetime((column, from) => ({ column, op: 'lt', value: from })),
  after: datetime((column, _from, to) => ({ column, op: 'gte', value: to })),
  in: anyOf(on),
  ...UNSET_OPERATORS,
};

/** The operators of each type of property (docs/query-semantics.md#filters). */
export const OPERATORS: Readonly<Record<PropertyType, Operators>> = {
  string: TEXT_OPERATORS,
  number: NUMBER_OPERATORS,
  boolean: BOOLEAN_OPERATORS,
  datetime: DATETIME_OPERATORS,
  url_image: TEXT_OPERATORS,
  url_link: TEXT_OPERATORS,
};

/** Returns the names of the operators of a type, in the order in which messages and tools list them. */
export function operatorsOf(type: PropertyType): readonly string[] {
  return Object.keys(OPERATORS[type]);
}

function exactText(op: 'eq' | 'ne'): ReadSingle<Valued> {
  return (column, value) => {
    const text = readText(value, STRING_MAX);
    return text.ok ? { column, op, value: text.value } : text.message;
  };
}

function partOfText(op: 'contains' | 'startsWith' | 'endsWith'): ReadComparison {
  return (column, value) => {
    const text = readText(value, SEARCH_TEXT_MAX);
    if (!text.ok) return text.message;
    return text.value === '' ? 'Expected at least one character.' : { column, op, value: fold(text.value) };
  };
}

function readText(
  value: unknown,
  max: number,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly message: string } {
  if (typeof value !== 'string') return { ok: false, message: 'Expected a string.' };
  if (!canBeStored(value)) return { ok: false, message: 'Expected well-formed Unicode without U+0000.' };
  if (!fitsCodePoints(value, max)) return { ok: false, message: `Expected at most ${max} characters.` };
  return { ok: true, value };
}

function number(op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'): ReadSingle<Valued> {
  return (column, value) => {
    const read = readFiniteNumber(value);
    return read === null ? 'Expected a finite number or its string form.' : { column, op, value: read };
  };
}

function booleanValue(column: Column, value: unknown): Valued | string {
  const read = parseBoolean(value);
  return read === null ? 'Expected true or false.' : { column, op: 'eq', value: read ? 1 : 0 };
}

/** Reads a list of values as one comparison that is true if `eq` is true for one of them. */
function oneOf(readEqual: ReadSingle<Valued>): ReadComparison {
  return readList(readEqual, (column, equal) => ({
    column,
    op: 'in',
    values: equal.map(({ value }) => value),
  }));
}

/** Reads a list of values as the alternatives of their comparisons. */
function anyOf(readOne: ReadSingle): ReadComparison {
  return readList(readOne, (_column, any) => ({ any }));
}

function readList<Read extends Filter>(
  readOne: ReadSingle<Read>,
  combine: (column: Column, parts: readonly Read[]) => Filter,
): ReadComparison {
  return (column, value, timeZone) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > IN_VALUES_MAX) {
      return `Expected a list of 1 to ${IN_VALUES_MAX} values.`;
    }
    const parts: Read[] = [];
    const issues: ValueIssue[] = [];
    value.forEach((element, index) => {
      const read = readOne(column, element, timeZone);
      if (typeof read === 'string') issues.push({ at: `[${index}]`, message: read });
      else parts.push(read);
    });
    return issues.length > 0 ? issues : combine(column, parts);
  };
}

const DAY = 86_400_000;

/**
 * Reads a datetime as the interval from `from` to before `to`: a date is its day in the zone, a timestamp its
 * millisecond.
 */
function datetime(compare: (column: Column, from: number, to: number) => Filter): ReadSingle {
  return (column, value, timeZone) => {
    const parsed = typeof value === 'string' ? parseDatetime(value) : null;
    if (parsed === null) return `Expected ${DATETIME_FORMS}.`;
    const { millis, isDateOnly, hasOffset } = parsed;
    const instant = (wall: number) =>
      timeZone === undefined || hasOffset ? wall : instantOf(timeZone, wall);
    const from = instant(millis);
    return compare(column, from, isDateOnly ? instant(millis + DAY) : from + 1);
  };
}
