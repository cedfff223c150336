import type { z } from 'zod';
import type { StorePropertyRequest, UpdatePropertyRequest } from '../contracts/stores/stores.ts';
import type { Issue } from '../ground/errors.ts';
import { PROPERTIES_MAX } from '../ground/limits.ts';
import type { PropertyRow, Slot } from '../ground/rows.ts';
import { fold } from '../query/fold.ts';
import type { Checked } from './checked.ts';
import { allocateSlot } from './slots.ts';

type PropertyInput = z.output<typeof StorePropertyRequest>;

/** Members of a record response, and names with a special meaning in JavaScript objects or URLs. */
const RESERVED = new Set([
  'id',
  'date_created',
  'date_updated',
  '__proto__',
  'constructor',
  'prototype',
  '.',
  '..',
]);

/**
 * Returns whether a name is reserved, ignoring case (docs/rules.md#properties). "id" is reserved, but `addProperties`
 * allows one use.
 */
export function isReservedName(name: string): boolean {
  return RESERVED.has(fold(name));
}

const FORMAT_OF_NUMBERS = 'Only a number has a format.';

type PathOf = (index: number, member: string) => string;

/**
 * Adds properties to a schema. Their names must not be reserved and must be new, ignoring case. `unique` implies
 * `required`. `id` is allowed as the only unique property if it is a string (docs/rules.md#properties).
 *
 * @param pathOf returns the field path of a member of the i-th new property.
 * @param since the version of the store in which it gets them. Default: the first one.
 */
export function addProperties(
  existing: readonly PropertyRow[],
  added: readonly PropertyInput[],
  freedSlots: readonly Slot[],
  pathOf: PathOf,
  since = 0,
): Checked<PropertyRow[]> {
  const issues = findPropertyIssues(existing, added, pathOf);
  if (issues.length > 0) return { ok: false, issues };
  const properties = [...existing];
  const taken = new Set<Slot>([...existing.map((property) => property.slot), ...freedSlots]);
  for (const { name, type, description = null, unique = false, required = unique, format } of added) {
    const slot = allocateSlot(type, taken);
    taken.add(slot);
    properties.push({
      ...{ name, type, required, unique, description, slot },
      ...(format ? { format } : {}),
      ...(since === 0 ? {} : { since }),
    });
  }
  return { ok: true, value: properties };
}

/** Returns the issues that prevent adding the properties, also if some of their members could not be read. */
export function findPropertyIssues(
  existing: readonly PropertyRow[],
  added: readonly Partial<PropertyInput>[],
  pathOf: PathOf,
): Issue[] {
  const issues: Issue[] = [];
  const names = new Set(existing.map((property) => fold(property.name)));

  added.forEach(({ name, type, unique = false, required = unique, format }, index) => {
    if (format && type !== undefined && type !== 'number') {
      issues.push({ path: pathOf(index, 'format'), message: FORMAT_OF_NUMBERS });
    }
    if (unique && !required) {
      issues.push({
        path: pathOf(index, 'required'),
        message: 'A unique property is required; omit it or set it to true.',
      });
    }
    if (name === undefined) return;
    const isIdKey = name === 'id' && type === 'string' && unique;
    if (isReservedName(name) && !isIdKey) {
      const exception = name === 'id' ? ' "id" is allowed only as a unique string property.' : '';
      issues.push({ path: pathOf(index, 'name'), message: `The name "${name}" is reserved.${exception}` });
    }
    if (names.has(fold(name))) {
      issues.push({
        path: pathOf(index, 'name'),
        message: `The name "${name}" is taken; names are compared ignoring case.`,
      });
    }
    names.add(fold(name));
  });

  const keys = [...existing, ...added].filter((property) => property.unique);
  if (keys.length > 1 && keys.some((property) => property.name === 'id')) {
    const index = added.findLastIndex((input) => input.unique);
    const message = 'A unique property "id" can only be the only unique property.';
    issues.push({ path: pathOf(index, 'unique'), message });
  }
  if (existing.length + added.length > PROPERTIES_MAX) {
    issues.push({ path: '', message: `A store has at most ${PROPERTIES_MAX} properties.` });
  }
  return issues;
}

/** Changes `required`, `description` and `format`. `name`, `type` and `unique` must be equal to the current ones. */
export function updateProperty(
  property: PropertyRow,
  change: z.output<typeof UpdatePropertyRequest>,
): Checked<PropertyRow> {
  const issues = findChangeIssues(property, change);
  if (issues.length > 0) return { ok: false, issues };
  const { format: earlier, ...unformatted } = property;
  const format = change.format === undefined ? earlier : change.format;
  return {
    ok: true,
    value: {
      ...unformatted,
      ...(format ? { format } : {}),
      required: change.required ?? property.required,
      description: change.description === undefined ? property.description : change.description,
    },
  };
}

/** Returns the issues that prevent the change, also if some of its members could not be read. */
export function findChangeIssues(
  property: PropertyRow,
  change: Partial<z.output<typeof UpdatePropertyRequest>>,
): Issue[] {
  const issues: Issue[] = [];
  for (const member of ['name', 'type', 'unique'] as const) {
    if (change[member] !== undefined && change[member] !== property[member]) {
      issues.push({ path: member, message: `Cannot be changed; it is ${JSON.stringify(property[member])}.` });
    }
  }
  if (change.format && property.type !== 'number') {
    issues.push({ path: 'format', message: FORMAT_OF_NUMBERS });
  }
  if (property.unique && change.required === false) {
    issues.push({ path: 'required', message: 'A unique property is required.' });
  }
  return issues;
}

/**
 * Returns the schema with another name for a property, which keeps its place, slot and values. The rules of new names
 * apply; the name may differ from the old one in case only. A unique property keeps its name, because composite ids are
 * made from names and values.
 */
export function renameProperty(
  properties: readonly PropertyRow[],
  property: PropertyRow,
  name: string,
): Checked<PropertyRow[]> {
  const issues = findRenameIssues(properties, property, name);
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: properties.map((other) => (other === property ? { ...other, name } : other)) };
}

/** Returns the reasons why a property can't be renamed, also if the name could not be read. */
export function findRenameIssues(
  properties: readonly PropertyRow[],
  property: PropertyRow,
  name: string | undefined,
): Issue[] {
  if (property.unique) {
    const message = `"${property.name}" is unique and keeps its name: the ids of records may be made from it.`;
    return [{ path: '', message }];
  }
  const others = properties.filter((other) => other !== property);
  const { type } = property;
  return findPropertyIssues(others, [{ type, ...(name === undefined ? {} : { name }) }], () => 'name');
}

/**
 * Returns the schema without a property. A unique property cannot be removed, because the ids of its records would be
 * orphaned. The last property cannot be removed either.
 */
export function removeProperty(
  properties: readonly PropertyRow[],
  property: PropertyRow,
): Checked<PropertyRow[]> {
  const issues: Issue[] = [];
  if (property.unique) {
    issues.push({
      path: '',
      message: `"${property.name}" is unique: without it the ids of the records would be orphaned.`,
    });
  }
  if (properties.length === 1) {
    issues.push({ path: '', message: 'The last property of a store cannot be deleted.' });
  }
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: properties.filter((other) => other !== property) };
}
