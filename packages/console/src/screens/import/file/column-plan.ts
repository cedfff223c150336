import type {
  InferredProperty,
  InferStoreResponse,
  StoreProperty,
  StorePropertyRequest,
} from '@vitrine/client';
import { PROPERTIES_MAX } from '../../../../../core/src/ground/limits.ts';
import { formatOfUnit } from '../../../records/number-format/write-number.ts';
import { proposeKey } from './key-proposal.ts';

/** A column of the file and what becomes of it. */
export interface ColumnPlan {
  /** Its name in a mapping. */
  readonly key: string;
  readonly inferred: InferredProperty;
  readonly isSkipped: boolean;
  /** The name of the property. */
  readonly property: string;
  readonly type: StoreProperty['type'];
  readonly unique: boolean;
  readonly required: boolean;
}

/** What the user has decided about a column. */
export type ColumnEdit = Partial<Omit<ColumnPlan, 'key' | 'inferred'>>;
export type ColumnEdits = Readonly<Record<string, ColumnEdit>>;

/** Columns that an export adds to the properties. A store generates their values. */
const GENERATED: ReadonlySet<string> = new Set(['id', 'date_created', 'date_updated']);

/**
 * Plans the columns of a file: for a new store as they were inferred, with the key that is proposed, for `properties` by
 * their names.
 */
export function planColumns(
  file: InferStoreResponse,
  edits: ColumnEdits,
  properties: readonly StoreProperty[] | null,
): ColumnPlan[] {
  const keys = new Map(Object.entries(file.mapping).map(([key, name]) => [name, key]));
  const taken = new Set<string>();
  const proposed = properties === null ? proposeKey(file.properties) : null;
  return file.properties.map((inferred) => {
    const key = keys.get(inferred.name) ?? inferred.name;
    const base = { key, inferred, isSkipped: false, property: inferred.name, type: inferred.type };
    const plan: ColumnPlan = { ...base, unique: inferred === proposed, required: false, ...edits[key] };
    if (properties === null) return plan;
    const chosen = edits[key]?.property ?? propertyFor(inferred, properties, taken);
    const target = properties.find(({ name }) => name === chosen);
    if (target === undefined || plan.isSkipped) return { ...plan, isSkipped: true };
    taken.add(target.name);
    return { ...plan, property: target.name, type: target.type };
  });
}

function propertyFor(
  { column, name }: InferredProperty,
  properties: readonly StoreProperty[],
  taken: ReadonlySet<string>,
): string | undefined {
  const free = properties.filter((property) => !taken.has(property.name));
  const exact = free.find((property) => property.name === column || property.name === name);
  if (exact !== undefined || GENERATED.has(column)) return exact?.name;
  return free.find((property) => bare(property.name) === bare(column))?.name;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Returns the parameter `mapping` of an import. */
export function toMapping(plans: readonly ColumnPlan[]): Record<string, string | null> {
  return Object.fromEntries(plans.map(({ key, isSkipped, property }) => [key, isSkipped ? null : property]));
}

/** Returns the properties of a new store. Numbers are shown with the unit that they have in the file. */
export function toProperties(plans: readonly ColumnPlan[]): StorePropertyRequest[] {
  return used(plans).map(({ property, type, unique, required, inferred }) => {
    const { unit } = inferred;
    const format = type === 'number' && unit !== null ? formatOfUnit(unit) : null;
    return {
      name: property.trim(),
      type,
      ...(unique ? { unique } : { required }),
      ...(format === null ? {} : { format }),
    };
  });
}

/** Returns the edits that make one column the key of a new store, or none. */
export function editsOfKey(plans: readonly ColumnPlan[], chosen: string | null): ColumnEdits {
  return Object.fromEntries(plans.map(({ key }) => [key, { unique: key === chosen }]));
}

/** Returns whether more columns are chosen than a store has properties. */
export function areTooMany(plans: readonly ColumnPlan[]): boolean {
  return used(plans).length > PROPERTIES_MAX;
}

/** Returns the edits that keep the first columns, and skip the others. */
export function editsOfFirst(plans: readonly ColumnPlan[], count: number): ColumnEdits {
  return Object.fromEntries(plans.map(({ key }, at) => [key, { isSkipped: at >= count }]));
}

/** Returns the columns that are the key of a new store. */
export function keysOf(plans: readonly ColumnPlan[]): readonly ColumnPlan[] {
  return used(plans).filter(({ unique }) => unique);
}

export function used(plans: readonly ColumnPlan[]): ColumnPlan[] {
  return plans.filter(({ isSkipped }) => !isSkipped);
}

/** Returns whether rows that were examined have the same key. Of several columns, only the import can tell. */
export function hasRepeatedKey([key, ...others]: readonly ColumnPlan[]): boolean {
  if (key === undefined || others.length > 0) return false;
  const { distinct, count, empty } = key.inferred;
  return !distinct && count > 0 && empty === 0;
}

/** The settings that some columns need, by the type into which they are imported. */
const NEEDED = { dates: 'datetime', decimal: 'number' } as const;

/** Returns the names of the columns that are imported as dates, or as numbers, and may be read in two ways. */
export function undecidedColumns(plans: readonly ColumnPlan[], setting: 'dates' | 'decimal'): string[] {
  return used(plans)
    .filter(({ type, inferred }) => type === NEEDED[setting] && inferred[setting] === 'undecided')
    .map(({ inferred }) => inferred.column);
}
