import type { Slot } from '../../ground/rows.ts';
import type { AggregateOp, Filter, Order } from '../../query/ast.ts';
import type { SummaryQuery } from '../../query/summary.ts';
import type { SlotValues, UpsertRecord } from '../../storage/records/records.ts';

/**
 * A sequence of calls on the records of a few stores. It is plain JSON, so that a fuzzer can generate, shrink and store
 * it. Steps may use slots whose property has been deleted; a replay ignores these parts.
 */
export interface Program {
  readonly stores: readonly ProgramStore[];
  readonly steps: readonly Step[];
}

export interface ProgramStore {
  readonly slots: readonly Slot[];
  readonly recordTtl: number | null;
}

/** One call, or a few related ones, on the store with index `on`. */
export type Step = { readonly on: number } & Action;

export type Action =
  | { readonly do: 'insert'; readonly record: UpsertRecord }
  | { readonly do: 'upsert'; readonly records: readonly UpsertRecord[] }
  | { readonly do: 'patch'; readonly id: string; readonly change: SlotValues }
  /** Patches the record twice in the state that was read before, and removes it in that state or in the present one. */
  | {
      readonly do: 'expectedWrites';
      readonly id: string;
      readonly change: SlotValues;
      readonly inState: 'read' | 'present';
    }
  | { readonly do: 'delete'; readonly ids: readonly string[] }
  | { readonly do: 'get'; readonly id: string }
  /** Reads all matching records in pages of `limit`. */
  | { readonly do: 'walk'; readonly where: Filter; readonly order: Order; readonly limit: number }
  /** Reads the first page of a walk that `turnPage` continues, whatever happens to the store in between. */
  | { readonly do: 'openWalk'; readonly where: Filter; readonly order: Order; readonly limit: number }
  /** Reads the next page of the open walk. A walk ends when the property of its order is deleted. */
  | { readonly do: 'turnPage' }
  | { readonly do: 'scan'; readonly where: Filter; readonly order: Order; readonly limit: number }
  | { readonly do: 'count'; readonly where: Filter }
  | { readonly do: 'aggregate'; readonly op: AggregateOp; readonly slot: Slot; readonly where: Filter }
  | ({ readonly do: 'summarize' } & SummaryQuery)
  /** Advances the time of the whole program. */
  | { readonly do: 'wait'; readonly millis: number }
  | { readonly do: 'setTtl'; readonly recordTtl: number | null }
  | { readonly do: 'purgeExpired'; readonly limit: number }
  /** Deletes the property of the slot. Its values remain until `clearFreed`. */
  | { readonly do: 'freeSlot'; readonly slot: Slot }
  /** Clears the values of freed slots, in steps of `limit`, and releases the slots. */
  | { readonly do: 'clearFreed'; readonly limit: number }
  | { readonly do: 'addProperty'; readonly slot: Slot }
  /** Renames the property of the slot. Its values and the cursors over it stay. */
  | { readonly do: 'rename'; readonly slot: Slot; readonly name: string }
  /** Upserts the records under an idempotency key of the store's account, which expires after three seconds. */
  | { readonly do: 'keyedUpsert'; readonly key: string; readonly records: readonly UpsertRecord[] }
  /** Opens an import that `advanceImport` continues, whatever happens to the store in between. */
  | { readonly do: 'openImport' }
  /** Writes the next batch of the open import, or a batch at the position before the last one. */
  | {
      readonly do: 'advanceImport';
      readonly records: readonly UpsertRecord[];
      readonly mode: 'upsert' | 'insert';
      readonly again: boolean;
    }
  /** Ends the open import, which may have ended before. */
  | { readonly do: 'endImport'; readonly status: 'done' | 'failed' | 'cancelled' }
  /** Deletes the store. Further changes of it do nothing; its records remain until `purgeDeleted`. */
  | { readonly do: 'deleteStore' }
  /** Purges the records of a deleted store, in steps of `limit`. */
  | { readonly do: 'purgeDeleted'; readonly limit: number }
  /** Writes the record, also by the open import, under the version that the store had before its latest change. */
  | { readonly do: 'staleWrites'; readonly record: UpsertRecord };
