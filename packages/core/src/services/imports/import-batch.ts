import type { ImportChange } from '../../contracts/stores/imports.ts';
import { type Issue, issuesToMap, quotaMessage } from '../../ground/errors.ts';
import { PROPERTY_NAME_MAX } from '../../ground/limits.ts';
import { TOO_LARGE } from '../../schema/read-record.ts';
import { importOutcome, mergeValues, type Values } from '../../storage/imports/import-outcome.ts';
import type {
  ImportBatch,
  ImportedRecord,
  ImportRow,
  RefusedRecord,
  StoreRow,
  UpsertRecord,
} from '../../storage/index.ts';
import { showValue } from '../../values/value.ts';
import type { ReadBatch } from './existing-records.ts';
import type { ImportPlan } from './import-file.ts';

/** Changed records of a dry run that are kept. */
const CHANGES_MAX = 100;
/** Characters of JSON after which no further changed record is kept: each batch writes all of them again. */
const CHANGES_LENGTH_MAX = 256 * 1024;

const NO_VALUES: Values = new Map();

const EXISTS: Issue = { path: '', message: 'record_exists: A record with this key exists.' };

/**
 * Returns the number of records that a part of a file would create, and a function that decides what happens to each.
 * Where existing records were not read, the storage decides. `creatable`: records that the quota allows.
 */
export function planBatch(
  store: StoreRow,
  row: ImportRow,
  plan: ImportPlan,
  { planned, existing, drafts: earlier }: ReadBatch,
): { readonly wanted: number; readonly decide: (creatable: number, limit: number) => ImportBatch } {
  const { position: from } = row;
  const mode: ImportBatch['mode'] = plan.mode === 'insertOnly' ? 'insert' : 'upsert';
  let wanted = 0;
  for (const { upsert } of planned)
    if (upsert !== null && upsert.id !== null && existing?.has(upsert.id) !== true) wanted++;

  function decide(creatable: number, limit: number): ImportBatch {
    /** The records with a key that the batch has written so far. */
    const current = new Map<string, Values>();
    /** The values that the file gives for the records so far. */
    const given = new Map<string, Values>();
    const writes: ImportedRecord[] = [];
    const toErrors = errorsWriter();
    const refused: RefusedRecord[] = [];
    const changes = JSON.parse(row.changes) as ImportChange[];
    let changesLength = row.changes.length;
    const counts = { read: planned.length, created: 0, updated: 0, unchanged: 0, refused: 0 };
    let start = from.bytes;

    /** Notes the values of a record after its write, and in a dry run those that the file gives for it. */
    function note(write: UpsertRecord, after: Values): void {
      current.set(write.id, after);
      if (!plan.dryRun) return;
      given.set(write.id, mergeValues(given.get(write.id) ?? earlier.get(write.id) ?? NO_VALUES, write));
    }

    /** Adds an update to the changes that a dry run shows. */
    function show(row: number, id: string, before: Values, after: Values): void {
      if (!plan.dryRun || changes.length >= CHANGES_MAX || changesLength >= CHANGES_LENGTH_MAX) return;
      const change = { row, id, changes: showChanges(store, before, after) };
      changes.push(change);
      changesLength += JSON.stringify(change).length;
    }

    for (const { record, upsert } of planned) {
      const place = { row: record.row, line: record.line, bytes: start, length: record.next.bytes - start };
      start = record.next.bytes;
      const refuse = (issues: readonly Issue[]) => {
        counts.refused++;
        refused.push({ ...place, errors: toErrors(issues) });
      };
      if (upsert === null) {
        refuse([{ path: '', message: record.problem ?? '' }]);
        continue;
      }
      const write = upsert.record;
      if (write === null) {
        refuse(upsert.issues);
        continue;
      }
      if (existing !== null) {
        const before = current.get(write.id) ?? existing.get(write.id);
        const outcome = importOutcome(store, before, write, mode);
        switch (outcome) {
          case 'incomplete':
            refuse(upsert.missing);
            continue;
          case 'exists':
            refuse([EXISTS]);
            continue;
          case 'too_large':
            refuse([TOO_LARGE]);
            continue;
          case 'unchanged':
            counts.unchanged++;
            continue;
          case 'created':
            if (counts.created >= creatable) {
              refuse([{ path: '', message: quotaMessage('records', limit) }]);
              continue;
            }
        }
        counts[outcome]++;
        const after = mergeValues(before ?? NO_VALUES, write);
        if (before !== undefined) show(record.row, write.id, before, after);
        if (upsert.key !== null) note(write, after);
      }
      writes.push({ ...write, place: { ...place, errors: toErrors(upsert.missing) } });
    }
    const last = planned.at(-1)?.record.next ?? from;
    const shared = {
      from,
      to: { bytes: last.bytes, line: last.line },
      mode,
      existsErrors: toErrors([EXISTS]),
      tooLargeErrors: toErrors([TOO_LARGE]),
      refused,
      changes: JSON.stringify(changes),
    };
    if (!plan.dryRun) {
      return { ...shared, records: writes, counts: { ...counts, created: 0, updated: 0 }, drafts: [] };
    }
    const drafts = Array.from(given, ([id, values]) => ({ id, values: JSON.stringify([...values]) }));
    return { ...shared, records: [], counts, drafts };
  }

  return { wanted, decide };
}

const NO_ERRORS = '{}';

/** Issues of a refused record that are kept. */
const ISSUES_KEPT = 20;
/** Characters of a message that are kept. It may list all properties of the store. */
const MESSAGE_MAX = 1_000;
/** Characters of all messages of a record after which no further issue is kept. */
const MESSAGES_MAX = 4_000;

/** Returns a function like `writeErrors`, which is fast for issues that are equal to those before. */
function errorsWriter(): (issues: readonly Issue[]) => string {
  let last: readonly Issue[] = [];
  let errors = NO_ERRORS;
  return (issues) => {
    if (!areEqual(issues, last)) errors = writeErrors(issues);
    last = issues;
    return errors;
  };
}

function areEqual(one: readonly Issue[], other: readonly Issue[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, message }, at) => path === other[at]?.path && message === other[at]?.message)
  );
}

/** Returns the issues as JSON. It is short, because an import keeps those of many refused records. */
function writeErrors(issues: readonly Issue[]): string {
  if (issues.length === 0) return NO_ERRORS;
  const kept: Issue[] = [];
  let length = 0;
  for (const { path, message } of issues.slice(0, ISSUES_KEPT)) {
    if (length > MESSAGES_MAX) break;
    // No property has a longer name.
    const issue = { path: shortened(path, PROPERTY_NAME_MAX), message: shortened(message, MESSAGE_MAX) };
    length += issue.path.length + issue.message.length;
    kept.push(issue);
  }
  const more = issues.length - kept.length;
  if (more > 0) kept.push({ path: '', message: `${more} more issues.` });
  return JSON.stringify(issuesToMap(kept));
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function showChanges(store: StoreRow, before: Values, after: Values): ImportChange['changes'] {
  // The key is among them, but it is equal.
  const changed = store.properties.filter(
    ({ slot }) => (before.get(slot) ?? null) !== (after.get(slot) ?? null),
  );
  return Object.fromEntries(
    changed.map(({ name, type, slot }) => [
      name,
      { from: showValue(type, before.get(slot) ?? null), to: showValue(type, after.get(slot) ?? null) },
    ]),
  );
}
