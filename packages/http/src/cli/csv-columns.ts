import { nameHint, parseJsonNumber } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import type { PropertyType } from '@vitrine/core/storage';
import { unguardFormula } from '../response/csv.ts';
import { CommandError, EXIT } from './command-error.ts';
import { toLegalNames } from './legal-names.ts';

/** How the columns and cells of a file are read: flags of the commands that read records. */
export interface CsvOptions {
  readonly ignore: readonly string[];
  /** Undefined: detected. */
  readonly delimiter?: string;
  readonly emptyAsNull?: boolean;
  readonly formulas: 'guarded' | 'raw';
}

/** Columns that an export adds to the properties. The store generates their values, so an import skips them. */
const GENERATED = new Set(['id', 'date_created', 'date_updated']);

/** Removes the `'` that an export put before text that a spreadsheet would evaluate as a formula. */
export function unguard(text: string, { formulas }: Pick<CsvOptions, 'formulas'>): string {
  return formulas === 'raw' ? text : unguardFormula(text);
}

/** The members of a property that `matchColumns` needs. */
type ColumnProperty = Pick<StoreDetail['properties'][number], 'name' | 'type' | 'unique'>;

/** A column of a file and the property for its cells. */
export interface CsvColumn {
  readonly index: number;
  readonly property: string;
  readonly type: PropertyType;
}

/**
 * Finds the property of every column: by its exact name, its name without the guard of an export, or its legal name as
 * in `stores create-from`. Skips `id`, `date_created` and `date_updated` unless a property has that name.
 *
 * @throws CommandError that names columns without a property, columns with the same property, or missing key columns.
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
    const matching = [name, bare[index] ?? name, legal[index] ?? name].filter((candidate) =>
      types.has(candidate),
    );
    // The second column of a name belongs to the property that `stores create-from` numbered.
    const property = matching.find((candidate) => !taken.has(candidate)) ?? matching[0];
    const type = property === undefined ? undefined : types.get(property);
    if (property !== undefined && type !== undefined) {
      taken.add(property);
      columns.push({ index, property, type });
    } else if (!GENERATED.has(name)) unknown.push(name);
  });

  const known = [...types.keys()].join(', ');
  if (unknown.length > 0) {
    const hint = nameHint(unknown[0] ?? '', [...types.keys()]);
    const message = `No property for ${quoteAll(unknown)}.${hint} The store has: ${known}. Skip columns with --ignore.`;
    throw new CommandError(EXIT.data, message);
  }
  const repeated = columns.filter(
    (column, at) => columns.findIndex(({ property }) => property === column.property) < at,
  );
  if (repeated.length > 0) {
    throw new CommandError(
      EXIT.data,
      `Several columns are named ${quoteAll(repeated.map(({ property }) => property))}.`,
    );
  }
  const found = new Set(columns.map(({ property }) => property));
  const missing = store.properties
    .filter(({ name, unique }) => unique && !found.has(name))
    .map(({ name }) => name);
  if (missing.length > 0) {
    throw new CommandError(EXIT.data, `No column for ${quoteAll(missing)}, which identifies the records.`);
  }
  if (columns.length === 0)
    throw new CommandError(EXIT.data, `No column matches a property. The store has: ${known}.`);
  return columns;
}

/** Returns the columns that `--ignore` names, by their name in the file or their legal name. @throws CommandError */
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
        `--ignore: The file has no column ${JSON.stringify(name)}.${nameHint(name, header)}`,
      );
  }
  return ignored;
}

/**
 * Converts a cell to the JSON value for a property. A cell that is not a valid number or boolean stays text, so that
 * the store refuses it with its own message.
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
      return parseJsonNumber(cell) ?? cell;
    case 'boolean':
      return /^true$/i.test(cell) ? true : /^false$/i.test(cell) ? false : cell;
    case 'string':
    case 'datetime':
    case 'url_image':
    case 'url_link':
      return unguard(cell, options);
  }
}

/** Quotes the names and joins them with commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
