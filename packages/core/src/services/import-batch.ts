import type { ImportChange } from '../contracts/imports.ts';
import { type Issue, issuesToMap, quotaMessage } from '../errors.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import { NEWEST_FIRST } from '../query/ast.ts';
import { TOO_LARGE } from '../schema/read-record.ts';
import { schemaOf } from '../schema/store-schema.ts';
import type {
  ImportBatch,
  ImportedRecord,
  ImportRow,
  RefusedRecord,
  Slot,
  SlotValue,
  StoreRow,
} from '../storage/index.ts';
import { canBeStored } from '../stored-text.ts';
import { showValue } from '../values/value.ts';
import type { ServiceContext } from './context.ts';
import type { PlannedRecord } from './import-batches.ts';
import type { ImportPlan } from './import-file.ts';

/** Changed records of a dry run that are kept. */
const CHANGES_MAX = 100;

type Values = ReadonlyMap<Slot, SlotValue>;

const EXISTS: Issue = { path: '', message: 'record_exists: A record with this key exists.' };

/** Decides what happens to each record of a part of a file. `creatable`: records that the quota allows. */
export async function planBatch(
  { storage, clock }: ServiceContext,
  store: StoreRow,
  row: ImportRow,
  plan: ImportPlan,
  planned: readonly PlannedRecord[],
): Promise<{ readonly wanted: number; readonly decide: (creatable: number, limit: number) => ImportBatch }> {
  const { position: from } = row;
  const keys = planned.flatMap(({ upsert }) =>
    upsert?.record != null && upsert.key !== null ? upsert.key : [],
  );
  const existing = await readExisting(storage, store, row, plan, [...new Set(keys)], clock());
  const wanted = planned.filter(({ upsert }) => upsert?.id != null && !existing.has(upsert.id)).length;

  function decide(creatable: number, limit: number): ImportBatch {
    const states = new Map<string, Values>(existing);
    const writes: ImportedRecord[] = [];
    const refused: RefusedRecord[] = [];
    const drafts = new Map<string, Values>();
    const changes = JSON.parse(row.changes) as ImportChange[];
    const counts = { read: planned.length, created: 0, updated: 0, unchanged: 0, refused: 0 };
    let start = from.bytes;

    for (const { record, upsert } of planned) {
      const place = { row: record.row, line: record.line, bytes: start, length: record.next.bytes - start };
      start = record.next.bytes;
      const refuse = (issues: readonly Issue[]) => {
        counts.refused++;
        refused.push({ ...place, errors: JSON.stringify(issuesToMap(issues)) });
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
      const before = states.get(write.id);
      const given = write.slots.map((slot, at) => [slot, write.values[at] ?? null] as const);
      if (before === undefined && !write.complete) refuse(upsert.missing);
      else if (before === undefined && counts.created >= creatable) {
        refuse([{ path: '', message: quotaMessage('records', limit) }]);
      } else if (before !== undefined && plan.mode === 'insertOnly') refuse([EXISTS]);
      else if (before !== undefined && given.every(([slot, value]) => (before.get(slot) ?? null) === value)) {
        counts.unchanged++;
      } else {
        const after = new Map([...(before ?? []), ...given]);
        if (bytesOf(store, after) > MAX_RECORD_BYTES) {
          refuse([TOO_LARGE]);
          continue;
        }
        if (before === undefined) counts.created++;
        else {
          counts.updated++;
          if (plan.dryRun && changes.length < CHANGES_MAX) {
            changes.push({ row: record.row, id: write.id, changes: showChanges(store, before, after) });
          }
        }
        if (upsert.key !== null) {
          states.set(write.id, after);
          drafts.set(write.id, after);
        }
        const errors = JSON.stringify(issuesToMap(upsert.missing));
        writes.push({ ...write, place: { ...place, errors } });
      }
    }
    const last = planned.at(-1)?.record.next ?? from;
    const shared = {
      from,
      to: { bytes: last.bytes, line: last.line },
      mode: plan.mode === 'insertOnly' ? ('insert' as const) : ('upsert' as const),
      existsErrors: JSON.stringify(issuesToMap([EXISTS])),
      tooLargeErrors: JSON.stringify(issuesToMap([TOO_LARGE])),
      refused,
      changes: JSON.stringify(changes),
    };
    if (!plan.dryRun) {
      return { ...shared, records: writes, counts: { ...counts, created: 0, updated: 0 }, drafts: [] };
    }
    const kept = [...drafts].map(([id, values]) => ({ id, values: JSON.stringify([...values]) }));
    return { ...shared, records: [], counts, drafts: kept };
  }

  return { wanted, decide };
}

/** Returns the values of existing records by slot: in a dry run as the import would have changed them so far. */
async function readExisting(
  storage: ServiceContext['storage'],
  store: StoreRow,
  row: ImportRow,
  { dryRun }: ImportPlan,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Values>> {
  const storable = ids.filter(canBeStored);
  if (storable.length === 0) return new Map();
  const where = { column: 'id', op: 'in', values: storable } as const;
  const query = { where, order: NEWEST_FIRST, after: null, limit: storable.length };
  const { rows } = await storage.records.find(store, query, now);
  const existing = new Map(
    rows.map(({ id, values }): [string, Values] => [
      id,
      new Map(store.properties.map(({ slot }, at) => [slot, values[at] ?? null])),
    ]),
  );
  const drafts = dryRun ? await storage.imports.findDrafts(row, storable) : [];
  for (const { id, values } of drafts) {
    existing.set(id, new Map(JSON.parse(values) as [Slot, SlotValue][]));
  }
  return existing;
}

function bytesOf({ properties }: StoreRow, values: Values): number {
  let bytes = 0;
  for (const { slot } of properties) {
    const value = values.get(slot);
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
  }
  return bytes;
}

function showChanges(store: StoreRow, before: Values, after: Values): ImportChange['changes'] {
  const { idProperty } = schemaOf(store);
  const changed = store.properties.filter(
    (property) =>
      property !== idProperty && (before.get(property.slot) ?? null) !== (after.get(property.slot) ?? null),
  );
  return Object.fromEntries(
    changed.map(({ name, type, slot }) => [
      name,
      { from: showValue(type, before.get(slot) ?? null), to: showValue(type, after.get(slot) ?? null) },
    ]),
  );
}
