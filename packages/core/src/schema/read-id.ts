import { type Issue, ValidationError } from '../errors.ts';
import type { StoreRow } from '../storage/index.ts';
import { type ReadBody, type RecordBody, readRecordBody } from './read-record.ts';
import { type DerivedId, deriveRecordId } from './record-id.ts';
import { schemaOf } from './store-schema.ts';

/**
 * The id of a new record, null where it is random; what is wrong with it goes to `issues`. A body may name the id only
 * when it is the derived one (docs/rules.md#record-bodies).
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

/** @throws ValidationError for a store without unique properties, whose records have no key to look them up by. */
export function requireKey(store: StoreRow): void {
  if (schemaOf(store).unique.length > 0) return;
  throw new ValidationError([
    { path: '', message: 'The store has no unique properties; use the record id.' },
  ]);
}

/**
 * Returns the id that a lookup or a delete by key means. Known properties that are no part of the key are ignored.
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

/** The id that the unique values of a body give; issues when one is missing or no key can be made of them. */
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

/** Both lists, what they share once. */
function mergeIssues(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const paths = new Set(first.map((issue) => issue.path));
  return [...first, ...second.filter((issue) => !paths.has(issue.path))];
}

export function differentId(id: string): Issue {
  return { path: 'id', message: `Leave it out or give the id of this record, ${JSON.stringify(id)}.` };
}
