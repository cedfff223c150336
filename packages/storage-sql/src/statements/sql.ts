/** A value that a statement binds, or a cell of a row. Integers are numbers, also where an engine has bigint. */
export type SqlValue = string | number | Uint8Array | null;

/** A value that a statement binds. An array is a column of values, on engines that have arrays. */
export type SqlParameter = SqlValue | readonly SqlValue[];

/** The place of a value that is bound by name when the statement runs (`keptStatement`). */
export class NamedParameter {
  readonly name: string;
  /** The place of the value in a list that has this name. Null: the value itself. */
  readonly index: number | null;

  constructor(name: string, index: number | null = null) {
    this.name = name;
    this.index = index;
  }
}

type Bound = SqlValue | NamedParameter;

/** A fragment of SQL: the text between bound values, and the values, which never become text. */
export interface Sql {
  /** One more than `values`. */
  readonly strings: readonly string[];
  readonly values: readonly Bound[];
}

/** Where each value of a statement is bound, by name. */
export type Named<Values> = { readonly [Name in keyof Values & string]-?: Sql };

/** Rendered SQL, ready for a driver. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
  /** The only statement of an operation that writes: atomic by itself, so it needs no transaction. */
  readonly alone?: true;
  /** Takes so long that statements of other accounts must not wait behind it. Only with `alone`. */
  readonly isLong?: true;
  /** Returns no rows, and has changed nothing, if a key is taken. Only with `isLong`. */
  readonly unlessTaken?: true;
  /** Reads a store and nothing else. Within a transaction it returns the same row until a store is written. */
  readonly ofStore?: true;
  /** Draws as many insertion numbers as its only value: needs no transaction, and runs where the sequences are. */
  readonly numbers?: true;
}

/** The cells of a row, in the order of the select list. */
export type Row = readonly SqlValue[];

/**
 * Builds SQL from a template. Interpolated fragments become text; all other values are bound.
 *
 * A template may have several lines. Its common indentation is removed, the lines of an interpolated fragment are
 * indented like their line, and a line that holds only empty fragments is left out.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  const { texts: template, indents, aloneOnLine } = linesOf(strings);
  const texts = [template[0] ?? ''];
  const values: Bound[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? null;
    if (aloneOnLine[i] && isEmpty(part)) removeEmptyLine(texts);
    else append(texts, values, part, indents[i] ?? '');
    texts[texts.length - 1] += template[i + 1] ?? '';
  }
  return { strings: texts, values };
}

/** Returns fixed text of the program as a fragment. Never pass user input. */
export function text(words: string): Sql {
  return { strings: [words], values: [] };
}

/**
 * Joins fragments or values with fixed text of the program. For lists, assignments and conditions see `clauses.ts`.
 * @throws Error for an empty list, because SQL has no empty list: the caller omits the clause.
 */
export function join(parts: readonly (Sql | SqlValue)[], separator: string): Sql {
  if (parts.length === 0) throw new Error('SQL has no empty list');
  return concat(parts, separator);
}

/** Joins fragments or values. Returns an empty fragment for an empty list. */
export function concat(parts: readonly (Sql | SqlValue)[], separator = ''): Sql {
  const texts = [''];
  const values: Bound[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) texts[texts.length - 1] += separator;
    append(texts, values, parts[i] ?? null, '');
  }
  return { strings: texts, values };
}

export const NOTHING: Sql = { strings: [''], values: [] };

/** Returns about how many characters a part has when it is rendered. */
export function weigh(part: Sql | SqlValue): number {
  if (!isFragment(part)) return PLACEHOLDER_LENGTH;
  return part.strings.reduce((sum, { length }) => sum + length, part.values.length * PLACEHOLDER_LENGTH);
}

const PLACEHOLDER_LENGTH = '$999'.length;

function isEmpty(part: Sql | SqlValue): boolean {
  return isFragment(part) && part.values.length === 0 && part.strings[0] === '';
}

function isFragment(part: Sql | SqlValue): part is Sql {
  return part !== null && typeof part === 'object' && !(part instanceof Uint8Array);
}

function append(texts: string[], values: Bound[], part: Sql | SqlValue, indent: string): void {
  if (!isFragment(part)) {
    values.push(part);
    texts.push('');
    return;
  }
  texts[texts.length - 1] += indentLines(part.strings[0] ?? '', indent);
  for (let i = 0; i < part.values.length; i++) {
    values.push(part.values[i] ?? null);
    texts.push(indentLines(part.strings[i + 1] ?? '', indent));
  }
}

const COLUMNS: ReadonlySet<string> = new Set([
  'active',
  'changes',
  'created_at',
  'description',
  'folder',
  'history',
  'id',
  'id_folded',
  'is_logged',
  'name',
  'name_folded',
  'overflow',
  'record_ttl',
  'seq',
  'store_id',
  'updated_at',
]);
const SLOT_COLUMN = /^[tnf](1?\d|2[0-3])$/;

/**
 * Returns a column name as a fragment.
 * @throws Error for any name outside this closed set. Names of stores and properties never become SQL.
 */
export function ident(name: string): Sql {
  if (!COLUMNS.has(name) && !SLOT_COLUMN.test(name)) throw new Error(`not a name of the layout: ${name}`);
  return text(name);
}

/** Renders with the placeholders of the dialect: `?`, or `$1`, `$2`, … Returns the text and the values in order. */
export function render(
  { strings, values }: Sql,
  placeholder: (position: number) => string,
): { readonly text: string; readonly values: readonly Bound[] } {
  let rendered = strings[0] ?? '';
  for (let i = 0; i < values.length; i++) rendered += placeholder(i + 1) + (strings[i + 1] ?? '');
  return { text: rendered.trim(), values };
}

/** A template whose common indentation is removed. */
interface TemplateLines {
  readonly texts: readonly string[];
  /** For each interpolation: the white space before its line. */
  readonly indents: readonly string[];
  /** For each interpolation: whether nothing else is on its line. */
  readonly aloneOnLine: readonly boolean[];
}

const linesByTemplate = new WeakMap<readonly string[], TemplateLines>();

/**
 * Returns the lines of a template. Reads each template once: the strings of a tagged template are always the same
 * array.
 */
function linesOf(strings: readonly string[]): TemplateLines {
  let lines = linesByTemplate.get(strings);
  if (lines === undefined) {
    lines = readLines(strings);
    linesByTemplate.set(strings, lines);
  }
  return lines;
}

function readLines(strings: readonly string[]): TemplateLines {
  const common = commonIndent(strings);
  const texts = strings.map((part) => part.replaceAll(`\n${common}`, '\n'));
  if (texts[0] !== undefined) texts[0] = texts[0].replace(/^[ \t]*\n/, '');
  const last = texts.length - 1;
  if (texts[last] !== undefined) texts[last] = texts[last].replace(/\n[ \t]*$/, '');
  const indents = texts.slice(0, -1).map((_, i) => /^[ \t]*/.exec(lineBefore(texts, i))?.[0] ?? '');
  const aloneOnLine = indents.map((_, i) => startsLine(texts, i) && endsLine(texts, i));
  return { texts, indents, aloneOnLine };
}

/** Returns the white space that all lines after the first one share. Lines that are only white space don't count. */
function commonIndent(strings: readonly string[]): string {
  // U+0000 marks an interpolation, so that a line which begins with one is not taken for an empty line.
  const lines = strings.join('\0').split('\n').slice(1);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  return indents.reduce(
    (common, indent) => (indent.length < common.length ? indent : common),
    indents[0] ?? '',
  );
}

/** Returns what is on the line of an interpolation before it, without other interpolations. */
function lineBefore(texts: readonly string[], index: number): string {
  let line = '';
  for (let i = index; i >= 0; i--) {
    const part = texts[i] ?? '';
    const start = part.lastIndexOf('\n');
    if (start >= 0) return part.slice(start + 1) + line;
    line = part + line;
  }
  return line;
}

function startsLine(texts: readonly string[], index: number): boolean {
  const part = texts[index] ?? '';
  const start = part.lastIndexOf('\n');
  return (start >= 0 || index === 0) && part.slice(start + 1).trim() === '';
}

function endsLine(texts: readonly string[], index: number): boolean {
  const part = texts[index + 1] ?? '';
  const end = part.indexOf('\n');
  const isLast = index + 2 === texts.length;
  return (end >= 0 || isLast) && (end < 0 ? part : part.slice(0, end)).trim() === '';
}

/** Indents all lines after the first one. */
export function indentLines(part: string, indent: string): string {
  return indent === '' || !part.includes('\n') ? part : part.replaceAll('\n', `\n${indent}`);
}

/** Removes the line that has been begun, which holds only white space. */
function removeEmptyLine(texts: string[]): void {
  const last = texts.at(-1) ?? '';
  const start = last.lastIndexOf('\n');
  texts[texts.length - 1] = start < 0 ? '' : last.slice(0, start);
}
