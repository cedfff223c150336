import { type Issue, ValidationError } from '../ground/errors.ts';
import type { StoreRow } from '../storage/index.ts';
import { type ReadBody, type RecordBody, readRecordBody } from './read-record.ts';
import { type DerivedId, deriveRecordId } from './record-id.ts';
import { schemaOf } from './store-schema.ts';

/**
 * Returns the id of a new record, or null if the server makes a random one. Adds problems to `issues`. A body may give
 * an id only if it equals the derived one (docs/rules.md#record-bodies).
 */
export function readOwnId(store: StoreRow, read: ReadBody, issues: Issue[]): string | null {
  if (schemaOf(store).unique.length === 0) {
    if (read.id !== undefined) {
      issues.push({
        path: 'id',
        message: 'The store has no unique properties, so ids are made by the server.',
      });
    }
    return null;
  }
  const derived = deriveBodyId(store, read);
  if (!derived.ok) {
    issues.push(...mergeIssues(issues, derived.issues).slice(issues.length));
    return null;
  }
  if (read.id !== undefined && read.id !== derived.id) issues.push(differentId(derived.id));
  return derived.id;
}

/**
 * Requires a store with unique properties, because its records have no key otherwise.
 * @throws ValidationError
 */
export function requireKey(store: StoreRow): void {
  if (schemaOf(store).unique.length > 0) return;
  throw new ValidationError([
    { path: '', message: 'The store has no unique properties; use the record id.' },
  ]);
}

/**
 * Returns the id that the key of a lookup or a delete identifies. Ignores known properties that are not part of the
 * key.
 * @throws ValidationError with all issues.
 */
export function readKey(store: StoreRow, body: RecordBody): string {
  const { propertiesByName } = schemaOf(store);
  const key: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(body)) {
    if (propertiesByName.get(name)?.unique !== false) key[name] = body[name];
  }
  const read = readRecordBody(store, key);
  const derived = deriveBodyId(store, read);
  const issues = derived.ok ? read.issues : mergeIssues(read.issues, derived.issues);
  if (derived.ok && read.id !== undefined && read.id !== derived.id) issues.push(differentId(derived.id));
  if (!derived.ok || issues.length > 0) throw new ValidationError(issues);
  return derived.id;
}

/**
 * Derives the id from the unique values of a body. Returns issues if a value is missing or the values are not a valid
 * key.
 */
function deriveBodyId(store: StoreRow, read: ReadBody): DerivedId {
  const { unique } = schemaOf(store);
  const issues: Issue[] = [];
  for (const property of unique) {
    if ((read.values.get(property) ?? null) !== null) continue;
    const own = read.issues.find((issue) => issue.path === property.name);
    issues.push(own ?? { path: property.name, message: 'A value is required.' });
  }
  if (issues.length > 0) return { ok: false, issues };
  return deriveRecordId(unique, (property) => read.values.get(property) ?? '');
}

/** Returns both lists without the issues of `second` whose paths are in `first`. */
function mergeIssues(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const paths = new Set(first.map((issue) => issue.path));
  return [...first, ...second.filter((issue) => !paths.has(issue.path))];
}

export function differentId(id: string): Issue {
  return { path: 'id', message: `Omit it or give the id of this record, ${JSON.stringify(id)}.` };
}
