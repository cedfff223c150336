import { canBeStored } from '../../ground/stored-text.ts';
import { NEWEST_FIRST } from '../../query/ast.ts';
import type { Values } from '../../storage/imports/import-outcome.ts';
import type { ImportRef, Slot, SlotValue, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { PlannedRecord } from './import-batches.ts';
import type { ImportPlan } from './import-file.ts';

/** A part of a file, and what the store has of its records. */
export interface ReadBatch {
  readonly planned: readonly PlannedRecord[];
  /** The ids that its records have by their keys. Empty if existing records were not read. */
  readonly keys: ReadonlySet<string>;
  /** Null: they were not read, so the storage compares. In a dry run as the import would have changed them so far. */
  readonly existing: ReadonlyMap<string, Values> | null;
  /** The values that the file gives for these records before the batch. Only a dry run reads them. */
  readonly drafts: ReadonlyMap<string, Values>;
}

type Existing = Pick<ReadBatch, 'drafts'> & { readonly existing: ReadonlyMap<string, Values> };

const NO_KEYS: ReadonlySet<string> = new Set();
const NOTHING: ReadonlyMap<string, Values> = new Map();

/** Where an import writes. */
export interface ImportTarget {
  readonly store: StoreRow;
  readonly ref: ImportRef;
  readonly plan: ImportPlan;
  /** Whether existing records are read before each batch is decided: in a dry run, and where a quota limits new records. */
  readonly readsExisting: boolean;
}

/** Reads the existing records of each batch if the import needs them. */
export async function* withExisting(
  context: ServiceContext,
  target: ImportTarget,
  batches: AsyncIterable<readonly PlannedRecord[]>,
): AsyncGenerator<ReadBatch, void> {
  for await (const planned of batches) {
    if (!target.readsExisting) {
      yield { planned, keys: NO_KEYS, existing: null, drafts: NOTHING };
      continue;
    }
    const keys = new Set<string>();
    for (const { upsert } of planned) {
      if (upsert !== null && upsert.record !== null && upsert.key !== null) keys.add(upsert.key);
    }
    yield { planned, keys, ...(await readExisting(context, target, [...keys])) };
  }
}

/** Reads records again that a batch has in common with the one before, which was being written when they were read. */
export async function afterWrite(
  context: ServiceContext,
  target: ImportTarget,
  batch: ReadBatch,
  written: ReadonlySet<string>,
): Promise<ReadBatch> {
  const common = [...batch.keys].filter((id) => written.has(id));
  if (batch.existing === null || common.length === 0) return batch;
  const existing = new Map(batch.existing);
  for (const id of common) existing.delete(id);
  const now = await readExisting(context, target, common);
  for (const [id, values] of now.existing) existing.set(id, values);
  return { ...batch, existing, drafts: new Map([...batch.drafts, ...now.drafts]) };
}

/** Reads existing records and drafts. A store that does not exist has drafts only. */
async function readExisting(
  { storage, clock }: ServiceContext,
  { store, ref, plan }: ImportTarget,
  ids: readonly string[],
): Promise<Existing> {
  const storable = ids.filter(canBeStored);
  if (storable.length === 0) return { existing: NOTHING, drafts: NOTHING };
  const where = { column: 'id', op: 'in', values: storable } as const;
  const query = { where, order: NEWEST_FIRST, after: null, limit: storable.length };
  const isTrial = plan.trial !== undefined;
  const { rows } = isTrial ? { rows: [] } : await storage.records.find(store, query, clock());
  const existing = new Map(
    rows.map(({ id, values }): [string, Values] => [
      id,
      new Map(store.properties.map(({ slot }, at) => [slot, values[at] ?? null])),
    ]),
  );
  const drafts = new Map<string, Values>();
  for (const { id, values } of plan.dryRun ? await storage.imports.findDrafts(ref, storable) : []) {
    const given = new Map(JSON.parse(values) as [Slot, SlotValue][]);
    drafts.set(id, given);
    existing.set(id, new Map([...(existing.get(id) ?? []), ...given]));
  }
  return { existing, drafts };
}
