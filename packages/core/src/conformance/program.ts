import type { AggregateOp, Filter, Order } from '../query/ast.ts';
import type { SlotValues, UpsertRecord } from '../storage/records.ts';
import type { Slot } from '../storage/rows.ts';

/**
 * A sequence of calls on the records of a few stores, as plain JSON: what a fuzzer generates, shrinks and keeps.
 * Steps may name slots whose property is gone by then; a replay leaves such parts out.
 */
export interface Program {
  readonly stores: readonly ProgramStore[];
  readonly steps: readonly Step[];
}

export interface ProgramStore {
  readonly slots: readonly Slot[];
  readonly recordTtl: number | null;
}

/** One call, or a few that belong together, on the store with index `on`. */
export type Step = { readonly on: number } & Action;

export type Action =
  | { readonly do: 'insert'; readonly record: UpsertRecord }
  | { readonly do: 'upsert'; readonly records: readonly UpsertRecord[] }
  | { readonly do: 'patch'; readonly id: string; readonly change: SlotValues }
  | { readonly do: 'delete'; readonly ids: readonly string[] }
  | { readonly do: 'get'; readonly id: string }
  /** Reads everything that matches in pages of `limit`. */
  | { readonly do: 'walk'; readonly where: Filter; readonly order: Order; readonly limit: number }
  | { readonly do: 'scan'; readonly where: Filter; readonly order: Order; readonly limit: number }
  | { readonly do: 'count'; readonly where: Filter }
  | { readonly do: 'aggregate'; readonly op: AggregateOp; readonly slot: Slot; readonly where: Filter }
  /** Moves the time of the whole program. */
  | { readonly do: 'wait'; readonly millis: number }
  | { readonly do: 'setTtl'; readonly recordTtl: number | null }
  | { readonly do: 'purgeExpired'; readonly limit: number }
  /** Deletes the property of the slot; its values stay behind until `clearFreed`. */
  | { readonly do: 'freeSlot'; readonly slot: Slot }
  /** Clears what freed slots hold, in steps of `limit`, and releases them. */
  | { readonly do: 'clearFreed'; readonly limit: number }
  | { readonly do: 'addProperty'; readonly slot: Slot }
  /** The writes, under the version of the store before its latest change. */
  | { readonly do: 'staleWrites'; readonly record: UpsertRecord };
