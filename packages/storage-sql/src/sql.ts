/** What may be bound to a statement, and what a row's cells hold. Integers are numbers, also where an engine counts in bigint. */
export type SqlValue = string | number | Uint8Array | null;

/** A piece of SQL: the text between values, and the values, which never become text. */
export interface Sql {
  /** One more than `values`. */
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
}

/** What a rendered statement binds: an array stands for a column of values, where the engine has arrays. */
export type SqlParameter = SqlValue | readonly SqlValue[];

/** Rendered SQL, ready for a driver. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
  /** The only statement of a program that writes: atomic by itself, so no transaction is needed around it. */
  readonly alone?: true;
  /** Reads a store and nothing else: within a transaction it answers the same until a store is written. */
  readonly ofStore?: true;
}

/** A row's cells, in the order of the select list. */
export type Row = readonly SqlValue[];

/** Builds SQL: interpolated fragments become text, everything else is bound. */
export function sql(strings: readonly string[], ...parts: readonly (Sql | SqlValue)[]): Sql {
  const texts = [strings[0] ?? ''];
  const values: SqlValue[] = [];
  for (let i = 0; i < parts.length; i++) {
    append(texts, values, parts[i] ?? null);
    texts[texts.length - 1] += strings[i + 1] ?? '';
  }
  return { strings: texts, values };
}

/**
 * Fragments or values with text of ours between them.
 * @throws Error for an empty list, because SQL has none: the caller leaves out what the list belongs to.
 */
export function join(parts: readonly (Sql | SqlValue)[], separator = ', '): Sql {
  if (parts.length === 0) throw new Error('SQL has no empty list');
  return concat(parts, separator);
}

/** Fragments or values one behind the other. An empty list gives nothing. */
export function concat(parts: readonly (Sql | SqlValue)[], separator = ''): Sql {
  const texts = [''];
  const values: SqlValue[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) texts[texts.length - 1] += separator;
    append(texts, values, parts[i] ?? null);
  }
  return { strings: texts, values };
}

export const NOTHING: Sql = { strings: [''], values: [] };

function append(texts: string[], values: SqlValue[], part: Sql | SqlValue): void {
  if (part === null || typeof part !== 'object' || part instanceof Uint8Array) {
    values.push(part);
    texts.push('');
    return;
  }
  texts[texts.length - 1] += part.strings[0] ?? '';
  for (let i = 0; i < part.values.length; i++) {
    values.push(part.values[i] ?? null);
    texts.push(part.strings[i + 1] ?? '');
  }
}

const TABLES = ['accounts', 'api_keys', 'stores', 'records', 'jobs', 'settings'];
const COLUMNS = [
  'id',
  'seq',
  'store_id',
  'account_id',
  'created_at',
  'updated_at',
  'id_folded',
  'overflow',
  'name',
  'name_folded',
  'folder',
  'active',
  'description',
  'record_ttl',
];
const SLOT_COLUMN = /^[tnf](1?\d|2[0-3])$/;
const NAMES = new Set([...TABLES, ...COLUMNS]);

/**
 * A table or column name as text. Throws for any name that is not one of ours, so names of stores and properties
 * can't get here: an injection of that kind comes in through a name, not through a value.
 */
export function ident(name: string): Sql {
  if (!NAMES.has(name) && !SLOT_COLUMN.test(name)) throw new Error(`not a name of the layout: ${name}`);
  return { strings: [name], values: [] };
}

const OVERFLOW_KEY = /^[tnf]\d{1,4}$/;

/** The key of a slot in the overflow column, as a quoted literal. Throws for what is no such key. */
export function overflowKey(key: string): Sql {
  if (!OVERFLOW_KEY.test(key)) throw new Error(`not a key of the overflow column: ${key}`);
  return { strings: [`'${key}'`], values: [] };
}

/** The statement with the dialect's placeholders: `?`, or `$1`, `$2`, … */
export function render({ strings, values }: Sql, placeholder: (position: number) => string): Statement {
  let text = strings[0] ?? '';
  for (let i = 0; i < values.length; i++) text += placeholder(i + 1) + (strings[i + 1] ?? '');
  return { text, values };
}
