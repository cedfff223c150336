import { moreUnknownMembers, plainText, UNKNOWN_LISTED_MAX } from '../../contracts/ground/contract.ts';
import type { Issue } from '../../ground/errors.ts';
import { readFiniteNumber } from '../../ground/json.ts';
import { FIELD_TEXT_MAX } from '../../ground/limits.ts';
import type { FieldFilter, FieldValue, FieldValues, MapField } from '../../storage/index.ts';
import { parseBoolean } from '../../values/boolean-text.ts';

interface ReadValues {
  /** By the keys of the fields. */
  readonly values: readonly (readonly [key: string, value: FieldValue | null])[];
  readonly issues: readonly Issue[];
}

const text = plainText(FIELD_TEXT_MAX);

/** Reads values of a request body by the names of their fields (docs/rules.md#fields). */
export function readFieldValues(fields: readonly MapField[], given: unknown): ReadValues {
  return readValues(fields, given, 'fields', (field, value): Read => {
    if (value === null) return { value };
    if (field.type === 'string') {
      const result = text.safeParse(value);
      return result.success
        ? { value: result.data }
        : { message: result.error.issues[0]?.message ?? 'Expected a string.' };
    }
    if (field.type === 'boolean')
      return typeof value === 'boolean' ? { value } : { message: 'Expected true or false.' };
    // Stores -0 as 0, because JSON text does not preserve the sign.
    return typeof value === 'number' && Number.isFinite(value)
      ? { value: value + 0 }
      : { message: 'Expected a number.' };
  });
}

/** Reads the filters of a search: values of fields, or their text in a query. Ignores empty text. */
export function readFieldFilters(
  fields: readonly MapField[],
  given: unknown,
): { readonly filters: FieldFilter[]; readonly issues: readonly Issue[] } {
  const { values, issues } = readValues(fields, given, 'field', (field, value): Read => {
    if (value === '') return { value: null };
    switch (field.type) {
      case 'string':
        return typeof value === 'string' ? { value } : { message: 'Expected text.' };
      case 'boolean': {
        const read = parseBoolean(value);
        return read === null ? { message: 'Expected true or false.' } : { value: read };
      }
      case 'number': {
        const number = readFiniteNumber(value);
        return number === null ? { message: 'Expected a number.' } : { value: number };
      }
    }
  });
  const filters = values.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  return { filters, issues };
}

/** Returns the values by the names of their fields. Omits values of fields that the map no longer has. */
export function showFieldValues(
  fields: readonly MapField[],
  values: FieldValues,
): Record<string, FieldValue> {
  const shown = fields.flatMap(({ name, key }) => {
    const value = values[key];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(shown);
}

/** Returns the keys of values whose fields the map no longer has. */
export function staleKeys(fields: readonly MapField[], values: FieldValues): string[] {
  const current = new Set(fields.map(({ key }) => key));
  return Object.keys(values).filter((key) => !current.has(key));
}

type Read = { readonly value: FieldValue | null } | { readonly message: string };

function readValues(
  fields: readonly MapField[],
  given: unknown,
  path: string,
  read: (field: MapField, value: unknown) => Read,
): ReadValues {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { values: [], issues: [] };
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const values: (readonly [string, FieldValue | null])[] = [];
  const issues: Issue[] = [];
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = fieldsByName.get(name);
    if (value === undefined) continue;
    if (field === undefined) {
      unknown.push(name);
      continue;
    }
    const found = read(field, value);
    if ('value' in found) values.push([field.key, found.value]);
    else issues.push({ path: `${path}.${name}`, message: found.message });
  }
  const more = moreUnknownMembers(unknown.length - UNKNOWN_LISTED_MAX);
  for (const name of unknown.slice(0, UNKNOWN_LISTED_MAX)) {
    issues.push({ path: `${path}.${name}`, message: unknownField(fields) });
  }
  if (more !== null) issues.push(more);
  return { values, issues };
}

function unknownField(fields: readonly MapField[]): string {
  if (fields.length === 0) return 'Unknown field. The map has none.';
  return `Unknown field. The map has: ${fields.map(({ name }) => name).join(', ')}.`;
}
