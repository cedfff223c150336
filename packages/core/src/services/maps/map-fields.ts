import type { Issue } from '../../ground/errors.ts';
import { isJsonObject } from '../../ground/json.ts';
import { SEARCH_RADIUS_MAX } from '../../ground/limits.ts';
import type { IdSource } from '../../ports/ports.ts';
import type { DistanceUnit, MapField, MapRow } from '../../storage/index.ts';

const KEY_LENGTH = 6;

/**
 * Returns the fields with their keys. A field keeps its key while its name and type stay. Any other field gets a new
 * random one, so that it starts without values (docs/rules.md#fields).
 */
export function assignKeys(
  wanted: readonly Pick<MapField, 'name' | 'type'>[],
  current: readonly MapField[],
  ids: Pick<IdSource, 'storeId'>,
): MapField[] {
  return wanted.map(({ name, type }) => {
    const same = current.find((field) => field.name === name && field.type === type);
    return { name, type, key: same?.key ?? ids.storeId().slice(0, KEY_LENGTH) };
  });
}

/** Finds fields with equal names, in unparsed input. */
export function findFieldIssues(input: unknown): Issue[] {
  const fields: unknown = isJsonObject(input) ? input.fields : undefined;
  if (!Array.isArray(fields)) return [];
  const names = new Set<unknown>();
  return fields.flatMap((field: unknown, i) => {
    const name = isJsonObject(field) ? field.name : undefined;
    if (typeof name !== 'string') return [];
    if (names.has(name)) return [{ path: `fields[${i}].name`, message: 'Another field has this name.' }];
    names.add(name);
    return [];
  });
}

/** Finds a radius that is too large for its unit. The contract allows what fits into kilometers. */
export function findRadiusIssues({ searchRadius, unit }: Pick<MapRow, 'searchRadius' | 'unit'>): Issue[] {
  const max = SEARCH_RADIUS_MAX[unit];
  if (searchRadius <= max) return [];
  return [{ path: 'searchRadius', message: `Expected a whole number from 1 to ${max} (${nameOf(unit)}).` }];
}

function nameOf(unit: DistanceUnit): string {
  return unit === 'mi' ? 'miles' : 'kilometers';
}
