import { nameHint, type PropertyType, type StoreDetail } from '@vitrine/core';
import { unguardFormula } from '../response/csv.ts';
import { CommandError, EXIT } from './failure.ts';
import { toLegalNames } from './legal-names.ts';

/** How the cells of a file are read; the flags of the commands that read one. */
export interface CsvOptions {
  readonly ignore: readonly string[];
  /** The delimiter of the cells; undefined: it is detected. */
  readonly delimiter?: string;
  readonly emptyAsNull?: boolean;
  readonly formulas: 'guarded' | 'raw';
}

/** What an export puts around the properties; the store makes them, so they are never written back. */
const MADE_BY_THE_STORE = new Set(['id', 'date_created', 'date_updated']);

/** Takes off the `'` that an export put before what a spreadsheet reads as a formula. */
export function unguard(text: string, { formulas }: Pick<CsvOptions, 'formulas'>): string {
  return formulas === 'raw' ? text : unguardFormula(text);
}

/** The part of a property that columns are matched with. */
type ColumnProperty = Pick<StoreDetail['properties'][number], 'name' | 'type' | 'unique'>;

/** A column of a file and the property that its cells go to. */
export interface CsvColumn {
  readonly index: number;
  readonly property: string;
  readonly type: PropertyType;
}

/**
 * Finds the property for every column: by its name as it stands, without the guard of the export, or made legal as
 * `stores create-from` does. `id`, `date_created` and `date_updated` are left out where no property has the name.
 *
 * @throws CommandError naming columns that fit no property, fit one twice, or are missing though the key needs them.
 */
export function matchColumns(
  header: readonly string[],
  store: { readonly properties: readonly ColumnProperty[] },
  options: CsvOptions,
): CsvColumn[] {
  const types = new Map(store.properties.map(({ name, type }) => [name, type]));
  const bare = header.map((name) => unguard(name, options));
  const legal = toLegalNames(bare, { keepId: types.has('id') });
  const ignored = findIgnored(header, legal, options.ignore);

  const columns: CsvColumn[] = [];
  const unknown: string[] = [];
  const taken = new Set<string>();
  header.forEach((name, index) => {
    if (ignored.has(index)) return;
    const fitting = [name, bare[index] ?? name, legal[index] ?? name].filter((candidate) =>
      types.has(candidate),
    );
    // A repeated name goes to the property that "stores create-from" numbered.
    const property = fitting.find((candidate) => !taken.has(candidate)) ?? fitting[0];
    const type = property === undefined ? undefined : types.get(property);
    if (property !== undefined && type !== undefined) {
      taken.add(property);
      columns.push({ index, property, type });
    } else if (!MADE_BY_THE_STORE.has(name)) unknown.push(name);
  });

  const known = [...types.keys()].join(', ');
  if (unknown.length > 0) {
    const hint = nameHint(unknown[0] ?? '', [...types.keys()]);
    const message = `No property for ${quoteAll(unknown)}.${hint} The store has: ${known}. --ignore leaves columns out.`;
    throw new CommandError(EXIT.data, message);
  }
  const twice = columns.filter(
    (column, at) => columns.findIndex(({ property }) => property === column.property) < at,
  );
  if (twice.length > 0) {
    throw new CommandError(
      EXIT.data,
      `Several columns are called ${quoteAll(twice.map(({ property }) => property))}.`,
    );
  }
  const found = new Set(columns.map(({ property }) => property));
  const missing = store.properties
    .filter(({ name, unique }) => unique && !found.has(name))
    .map(({ name }) => name);
  if (missing.length > 0) {
    throw new CommandError(
      EXIT.data,
      `No column for ${quoteAll(missing)}, which the ids of the records are made of.`,
    );
  }
  if (columns.length === 0)
    throw new CommandError(EXIT.data, `No column fits a property. The store has: ${known}.`);
  return columns;
}

/** The columns that `--ignore` names, as they stand in the file or by their legal name. @throws CommandError */
export function findIgnored(
  header: readonly string[],
  legal: readonly string[],
  ignore: readonly string[],
): ReadonlySet<number> {
  const ignored = new Set<number>();
  for (const name of ignore) {
    const indexes = header.keys().filter((index) => header[index] === name || legal[index] === name);
    const before = ignored.size;
    for (const index of indexes) ignored.add(index);
    if (ignored.size === before)
      throw new CommandError(
        EXIT.usage,
        `--ignore: the file has no column ${JSON.stringify(name)}.${nameHint(name, header)}`,
      );
  }
  return ignored;
}

/**
 * The JSON value that a cell stands for. What is no number or boolean stays text, which the store refuses for such a
 * property in its own words.
 */
export function toValue(
  cell: string | null,
  type: PropertyType,
  options: CsvOptions,
): string | number | boolean | null {
  if (cell === null) return null;
  if (cell === '') return type === 'string' && options.emptyAsNull !== true ? '' : null;
  switch (type) {
    case 'number':
      return JSON_NUMBER.test(cell) ? Number(cell) : cell;
    case 'boolean':
      return /^true$/i.test(cell) ? true : /^false$/i.test(cell) ? false : cell;
    default:
      return unguard(cell, options);
  }
}

/** RFC 8259 section 6, as filters read numbers too (docs/query-semantics.md#filters). */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export function quoteAll(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
