import { nameHint } from '../ground/nearest-name.ts';
import type { PropertyRow, PropertyType } from '../ground/rows.ts';
import { unguardFormula } from '../values/formula-guard.ts';
import type { BareQuotes } from './csv/csv-row.ts';
import {
  type DetectedColumn,
  type DetectedFile,
  type FileFormat,
  findUndecidedDates,
  findUndecidedDecimals,
  isUnused,
  textFormOf,
  type Undecided,
} from './detected-file.ts';
import { FileProblem } from './file/file-problem.ts';
import type { TextForm } from './values/typed-text.ts';

/** Columns that an export adds to the properties. The store generates their values, so an import skips them. */
const GENERATED = new Set(['id', 'date_created', 'date_updated']);

/** A column of a file and the property for its cells. */
export interface PlannedColumn extends TextForm {
  readonly index: number;
  /** The name in the file. */
  readonly column: string;
  readonly property: string;
  readonly type: PropertyType;
}

/** How the records of a file become records of a store. Plain JSON. */
export interface RecordPlan {
  readonly format: FileFormat;
  readonly delimiter: string;
  /** The lines above the table. Absent in imports that an earlier release has started: none. */
  readonly skipLines?: number;
  readonly header: boolean;
  readonly quotes: BareQuotes;
  /** The names of all columns, in order. */
  readonly names: readonly string[];
  readonly columns: readonly PlannedColumn[];
  /** Members of JSON records that are not imported. */
  readonly skipped: readonly string[];
  readonly formulas: 'guarded' | 'raw';
  readonly emptyAsNull: boolean;
}

export interface PlanOptions {
  /** The property of a column, null to skip it. Columns that are not named keep their own name. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  readonly formulas?: 'guarded' | 'raw';
  /**
   * Whether `""` in CSV is no value. Default: empty text for string properties, except in a file of one optional
   * column, because an export of one column has no other way to write an unset value (docs/rules.md#export).
   */
  readonly emptyAsNull?: boolean | undefined;
}

type PlanProperty = Pick<PropertyRow, 'name' | 'type' | 'required' | 'unique'>;

/**
 * Finds the property of every column: by the mapping, its exact name, its name without the guard of an export, or its
 * legal name. Skips `id`, `date_created` and `date_updated` unless a property has that name, and columns without a name
 * and values.
 *
 * @throws FileProblem that names columns without a property, columns with the same property, missing key columns, or
 * columns whose order of day and month, or whose decimal mark, is not decided. In JSON columns without a property and missing
 * ones are left to the checks of each record.
 */
export function planRecords(
  file: DetectedFile,
  properties: readonly PlanProperty[],
  options: PlanOptions = {},
): RecordPlan {
  const isOneOptional = file.columns.length === 1 && !properties.some(({ required }) => required);
  const { formulas = 'guarded', emptyAsNull = isOneOptional } = options;
  const byName = new Map(properties.map((property) => [property.name, property]));
  const mapped = resolveMapping(file.columns, byName, options.mapping ?? {});

  const columns: PlannedColumn[] = [];
  const unknown: string[] = [];
  const skipped: string[] = [];
  const taken = new Set<string>();
  file.columns.forEach((detected, index) => {
    const { column, name } = detected;
    const given = mapped.get(index);
    const bare = formulas === 'raw' ? column : unguardFormula(column);
    const matching = [column, bare, name].filter((candidate) => byName.has(candidate));
    // The second column of a name belongs to the property that was made from its numbered name.
    const own = matching.find((candidate) => !taken.has(candidate)) ?? matching[0];
    const property = given === null ? undefined : byName.get(given ?? own ?? '');
    if (property !== undefined) {
      taken.add(property.name);
      columns.push({
        index,
        column,
        property: property.name,
        type: property.type,
        ...textFormOf(detected),
      });
    } else if (given === null || GENERATED.has(column) || isUnused(detected)) skipped.push(column);
    else unknown.push(column);
  });

  requireDistinct(columns);
  // Records of JSON may differ in their members, so the store checks each of them.
  if (file.format === 'csv') {
    requireProperties(unknown, [...byName.keys()]);
    requireKeys(columns, properties);
  }
  requireDecided(findUndecidedDecimals(ofType(file.columns, columns, 'number')));
  requireDecided(findUndecidedDates(ofType(file.columns, columns, 'datetime')));
  return {
    format: file.format,
    delimiter: file.delimiter ?? ',',
    skipLines: file.skipLines,
    header: file.header,
    quotes: file.quotes,
    names: file.columns.map(({ column }) => column),
    columns,
    skipped,
    formulas,
    emptyAsNull,
  };
}

/** Returns the mapped property by the index of a column. @throws FileProblem for unknown columns and properties. */
function resolveMapping(
  columns: readonly DetectedColumn[],
  byName: ReadonlyMap<string, PlanProperty>,
  mapping: Readonly<Record<string, string | null>>,
): ReadonlyMap<number, string | null> {
  const mapped = new Map<number, string | null>();
  for (const [name, property] of Object.entries(mapping)) {
    const indexes = findColumns(columns, name);
    if (indexes.length === 0) {
      const hint = nameHint(
        name,
        columns.map(({ column }) => column),
      );
      throw wrongMapping(`The file has no column ${JSON.stringify(name)}.${hint}`);
    }
    if (property !== null && !byName.has(property)) {
      const hint = nameHint(property, [...byName.keys()]);
      throw wrongMapping(`The store has no property ${JSON.stringify(property)}.${hint}`);
    }
    for (const index of indexes) mapped.set(index, property);
  }
  return mapped;
}

/** Returns the columns that have a name, in the file or as their legal name. */
export function findColumns(
  columns: readonly Pick<DetectedColumn, 'column' | 'name'>[],
  wanted: string,
): number[] {
  return columns.flatMap(({ column, name }, index) => (column === wanted || name === wanted ? [index] : []));
}

function requireProperties(unknown: readonly string[], known: readonly string[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const names = `No property for ${quoteAll(unknown)}.${nameHint(first, known)}`;
  throw wrongMapping(`${names} The store has: ${known.join(', ')}.`);
}

function requireDistinct(columns: readonly PlannedColumn[]): void {
  const repeated = columns.filter(
    (column, at) => columns.findIndex(({ property }) => property === column.property) < at,
  );
  if (repeated.length === 0) return;
  throw wrongMapping(`Several columns are named ${quoteAll(repeated.map(({ property }) => property))}.`);
}

function requireKeys(columns: readonly PlannedColumn[], properties: readonly PlanProperty[]): void {
  const found = new Set(columns.map(({ property }) => property));
  const missing = properties.filter(({ name, unique }) => unique && !found.has(name)).map(({ name }) => name);
  if (missing.length > 0) {
    throw wrongMapping(`No column for ${quoteAll(missing)}, which identifies the records.`);
  }
  if (columns.length > 0) return;
  throw wrongMapping(
    `No column matches a property. The store has: ${properties.map(({ name }) => name).join(', ')}.`,
  );
}

function ofType(
  columns: readonly DetectedColumn[],
  planned: readonly PlannedColumn[],
  type: PropertyType,
): DetectedColumn[] {
  return planned.flatMap((column) => (column.type === type ? (columns[column.index] ?? []) : []));
}

function requireDecided(undecided: Undecided | null): void {
  if (undecided !== null) throw new FileProblem(undecided.message, { parameter: undecided.parameter });
}

function wrongMapping(message: string): FileProblem {
  return new FileProblem(message, { parameter: 'mapping' });
}

/** Quotes the names and joins them with commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
