import { RateLimitedError } from '../../ground/errors.ts';
import { FREED_SLOT_RESTS, FREED_SLOTS_MAX } from '../../ground/limits.ts';
import { clearSlotJob } from '../../jobs/job-kinds.ts';
import type { TypeChangeStep } from '../../schema/type-change.ts';
import type { AuthoredWrite, SchemaChange, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** A change of a schema. Default: no slot is freed, and no job is needed. */
export type PlannedChange = Omit<SchemaChange, 'freedSlots' | 'enqueue'> & Partial<SchemaChange>;

/** Why a unique property is refused. */
export const NOT_EMPTY =
  'A unique property can only be added while the store is empty: it would orphan existing record ids.';

/**
 * Writes a change that was planned for this version of the store. `stale`: the store has another version. `not_empty`: it has
 * a live record, but the change needs an empty store. Null: it was deleted.
 */
export async function writeSchema(
  { storage, clock }: ServiceContext,
  store: StoreRow,
  planned: PlannedChange,
  options: AuthoredWrite,
): Promise<StoreRow | 'stale' | 'not_empty' | null> {
  const change: SchemaChange = { freedSlots: store.freedSlots, enqueue: [], ...planned };
  for (;;) {
    const result = await storage.stores.changeSchema(store, store.version, change, clock(), options);
    // Each step removed expired records. A result other than `purging` ends the loop.
    if (result !== 'purging') return result;
  }
}

/** Writes a step of a change of type, with jobs that clear the freed slots and further ones. Returns what `writeSchema` does. */
export function writeTypeStep(
  context: ServiceContext,
  store: StoreRow,
  { properties, freedSlots, freed }: TypeChangeStep,
  options: AuthoredWrite,
  jobs: SchemaChange['enqueue'] = [],
): ReturnType<typeof writeSchema> {
  const cleared = freed.map((slot) => clearSlotJob(store, slot, context.clock()));
  const change = { properties, freedSlots, requireEmpty: false, enqueue: [...jobs, ...cleared] };
  return writeSchema(context, store, change, options);
}

/** @throws RateLimitedError while too many deleted properties of the store hold slots. */
export function requireSlots({ freedSlots }: StoreRow): void {
  if (freedSlots.length >= FREED_SLOTS_MAX) throw new RateLimitedError(FREED_SLOT_RESTS / 1_000);
}
