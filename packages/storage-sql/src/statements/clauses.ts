import type { Millis } from '@vitrine/core/storage';
import type { NumberedStore } from './dialect.ts';
import { indentLines, join, NOTHING, type Sql, type SqlValue, sql, text, weigh } from './sql.ts';

/** Characters of a line of a list. Values are counted as placeholders of three digits. */
const LINE_LENGTH = 90;

/**
 * Joins fragments or values with commas, in lines of bounded length.
 * @throws Error for an empty list, because SQL has no empty list: the caller omits the clause.
 */
export function list(parts: readonly (Sql | SqlValue)[]): Sql {
  const lines: (Sql | SqlValue)[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const added = weigh(part) + ', '.length;
    if (length + added > LINE_LENGTH) {
      lines.push([]);
      length = 0;
    }
    lines.at(-1)?.push(part);
    length += added;
  }
  return join(
    lines.map((line) => join(line, ', ')),
    ',\n  ',
  );
}

/** Returns a list of columns. The names are separated by commas. */
export function columnList(names: string): Sql {
  return list(names.trim().split(/,\s*/).map(text));
}

/** Joins the assignments of a `SET` clause, an assignment a line. */
export function assignmentList(parts: readonly Sql[]): Sql {
  return join(
    parts.map((part) => indented(part, '    ')),
    ',\n    ',
  );
}

/** Joins the conditions of a `WHERE` clause, a condition a line. */
export function and(conditions: readonly Sql[]): Sql {
  return join(
    conditions.map((condition) => indented(condition, '  ')),
    '\n  AND ',
  );
}

/** Joins the terms of a sum, a term a line. Returns 0 for an empty list. */
export function sumOf(terms: readonly Sql[]): Sql {
  if (terms.length === 0) return sql`0`;
  return join(
    terms.map((term) => indented(term, '  ')),
    '\n  + ',
  );
}

/** Returns one condition that is true where all of the conditions are. */
export function allOf(conditions: readonly Sql[]): Sql {
  return group(conditions, 'AND') ?? sql`1 = 1`;
}

/** Returns one condition that is true where any of the conditions is. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return group(conditions, 'OR') ?? sql`1 = 0`;
}

function group(conditions: readonly Sql[], operator: 'AND' | 'OR'): Sql | null {
  const [first, ...others] = conditions;
  if (first === undefined || others.length === 0) return first ?? null;
  return sql`
    (
      ${join(conditions, `\n${operator} `)}
    )`;
}

/** Indents all lines of a fragment after the first one. */
function indented({ strings, values }: Sql, indent: string): Sql {
  return { strings: strings.map((part) => indentLines(part, indent)), values };
}

/** The live records of a store. */
export interface LiveRecords extends NumberedStore {
  /** A record is expired if it was last written at or before this time. Null: records do not expire. */
  readonly expiredUpTo: Millis | null;
}

/** Returns the condition that a record is live. None where records do not expire. */
export function isLive(expiredUpTo: Millis | Sql | null): readonly Sql[] {
  return expiredUpTo === null ? [] : [sql`updated_at > ${expiredUpTo}`];
}

/** Returns the condition, after others, that a record is live. */
export function andLive(expiredUpTo: Millis | Sql | null): Sql {
  return expiredUpTo === null ? NOTHING : sql`AND updated_at > ${expiredUpTo}`;
}
