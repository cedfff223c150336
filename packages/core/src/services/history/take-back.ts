import type { RestoreResult } from '../../contracts/changes/history.ts';
import { NEWEST_FIRST } from '../../query/ast.ts';
import type {
  AuthoredWrite,
  HistoryRow,
  RecordRow,
  Slot,
  SlotValue,
  SlotValues,
  StoreRow,
} from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { writtenValues } from '../records/writes/written-values.ts';
import { earlierRecord, hasOtherKey } from './earlier-record.ts';

/** What is taken back, and on whose behalf. */
export interface TakeBack extends AuthoredWrite {
  /** The position at the request. A later last change is that of another caller, or of this restore. */
  readonly until: number;
  /** The import whose changes are taken back. Null: all changes until `until`. */
  readonly importId: string | null;
}

type Outcome = RestoreResult['status'] | 'stale';

/** The results of a restore by record, so that one that begins again continues. */
export type Results = Map<string, RestoreResult>;

/**
 * Makes records what they were before these changes, unless they were changed since by others. Each write requires the state
 * that was compared, so a racing change is kept.
 *
 * @param firsts the first change of each record that is taken back.
 * @param results have the results afterwards. Records that they have already are left out.
 * @returns `'stale'` if the store was changed meanwhile: read it and call again.
 */
export async function takeBack(
  context: ServiceContext,
  store: StoreRow,
  firsts: readonly HistoryRow[],
  { until, importId, by }: TakeBack,
  results: Results,
): Promise<'done' | 'stale'> {
  const { storage, clock } = context;
  const open = firsts.filter(({ recordId }) => !results.has(recordId));
  const ids = open.map(({ recordId }) => recordId);
  const now = clock();
  // Records come before their last changes: a change between the two reads is seen, and one after them changes the state.
  const current = await findRecords(context, store, ids);
  const lasts = new Map((await storage.changes.lastChanges(store.id, ids)).map((row) => [row.recordId, row]));

  /** Returns the outcome, or null for a record that has to be inserted. */
  async function change(first: HistoryRow): Promise<Outcome | null> {
    const { recordId: id, type } = first;
    const row = current.get(id) ?? null;
    const last = lasts.get(id) ?? first;
    const isLater = last.position > until;
    const isOwn = !isLater && (importId === null || last.importId === importId);
    if (type === 'record.expired') return 'expired';
    if (type === 'record.created') {
      if (row === null) return isLater ? 'deleted' : 'unchanged';
      if (!isOwn) return 'changed';
      return storage.records.deleteUnchanged(store, id, row, now, { by });
    }
    const { values } = earlierRecord(store, first);
    if (row !== null && isEqual(row, values)) return isLater ? 'restored' : 'unchanged';
    if (row === null && last.type !== 'record.deleted') return 'expired';
    if (!isOwn) return 'changed';
    if (row === null) return hasOtherKey(store, first) ? 'key_changed' : null;
    const written = writtenOf(store, values);
    const changed = await storage.records.patch(store, id, written, now, { by, expected: row });
    if (changed === 'stale' || changed === 'too_large') return changed;
    return changed === null || changed === 'changed' ? 'changed' : 'restored';
  }

  const outcomes = await Promise.all(open.map(change));
  const inserted = await insertEarlier(
    context,
    store,
    open.filter((_, i) => outcomes[i] === null),
    { by },
  );
  return note(
    store,
    open.map((first, i): [HistoryRow, Outcome] => [first, outcomes[i] ?? inserted.get(first) ?? 'stale']),
    results,
  );
}

/** Brings deleted records back. `results` as in `takeBack`. */
export async function bringBack(
  context: ServiceContext,
  store: StoreRow,
  ids: readonly string[],
  options: AuthoredWrite,
  results: Results,
): Promise<'done' | 'stale'> {
  const open = ids.filter((id) => !results.has(id));
  const current = await findRecords(context, store, open);
  const lasts = new Map(
    (await context.storage.changes.lastChanges(store.id, open)).map((row) => [row.recordId, row]),
  );
  const deletions: HistoryRow[] = [];
  for (const id of open) {
    const last = lasts.get(id);
    if (current.has(id)) results.set(id, { id, status: 'record_exists' });
    else if (last?.type !== 'record.deleted') results.set(id, { id, status: 'not_found' });
    else if (hasOtherKey(store, last)) results.set(id, { id, status: 'key_changed' });
    else deletions.push(last);
  }
  return note(store, [...(await insertEarlier(context, store, deletions, options))], results);
}

/** Inserts records as they were before their deletion, within the quota of the account. */
async function insertEarlier(
  { storage, clock, quotas }: ServiceContext,
  store: StoreRow,
  deletions: readonly HistoryRow[],
  options: AuthoredWrite,
): Promise<Map<HistoryRow, Outcome>> {
  if (deletions.length === 0) return new Map();
  const at = clock();

  async function insert(deletion: HistoryRow): Promise<Outcome> {
    const { recordId: id, createdAt } = deletion;
    const { slots, values } = writtenOf(store, earlierRecord(store, deletion).values);
    const record = { id, createdAt: createdAt ?? at, updatedAt: at, values };
    const inserted = await storage.records.restore(withSlots(store, slots), [record], { at, ...options });
    if (inserted === 'stale') return inserted;
    return inserted === 1 ? 'restored' : 'record_exists';
  }

  return quotas.share(store.accountId, 'records', deletions.length, async (granted) => {
    const outcomes = await Promise.all(
      deletions.map((deletion, i): Outcome | Promise<Outcome> =>
        i < granted ? insert(deletion) : 'quota_exceeded',
      ),
    );
    const created = outcomes.filter((outcome) => outcome === 'restored').length;
    return { result: new Map(deletions.map((row, i) => [row, outcomes[i] ?? 'stale'])), created };
  });
}

function note(
  store: StoreRow,
  outcomes: readonly (readonly [HistoryRow, Outcome])[],
  results: Results,
): 'done' | 'stale' {
  for (const [row, status] of outcomes) {
    if (status === 'stale') continue;
    const dropped = status === 'restored' ? earlierRecord(store, row).dropped : 0;
    const result = { id: row.recordId, status };
    results.set(row.recordId, dropped === 0 ? result : { ...result, droppedValues: dropped });
  }
  return outcomes.some(([, status]) => status === 'stale') ? 'stale' : 'done';
}

async function findRecords(
  { storage, clock }: ServiceContext,
  store: StoreRow,
  ids: readonly string[],
): Promise<Map<string, RecordRow>> {
  if (ids.length === 0) return new Map();
  const where = { column: 'id', op: 'in', values: ids } as const;
  const query = { where, order: NEWEST_FIRST, after: null, limit: ids.length };
  const { rows } = await storage.records.find(store, query, clock());
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the values of a record by slot, as its writes have them. `values`: in the order of the properties. */
function writtenOf({ properties }: StoreRow, values: readonly SlotValue[]): SlotValues {
  return writtenValues(properties.map((property, i) => [property, values[i] ?? null]));
}

/** Returns the store with a property for each slot that a restored record has. */
function withSlots(store: StoreRow, slots: readonly Slot[]): StoreRow {
  if (slots.length === store.properties.length) return store;
  const properties = store.properties.flatMap((property) =>
    property.becoming === undefined ? [property] : [property, { ...property, ...property.becoming }],
  );
  return { ...store, properties };
}

function isEqual({ values }: RecordRow, earlier: readonly unknown[]): boolean {
  return values.every((value, i) => value === earlier[i]);
}
