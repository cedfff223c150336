import type { Slot, SlotValue, UpsertRecord } from '@vitrine/core/storage';
import { shapeName } from '../layout/record-layout.ts';

/** Values in the order of the named shape. */
export interface ShapedRecord {
  readonly id: string;
  readonly shape: string;
  readonly values: readonly SlotValue[];
}

/**
 * Consecutive records of a batch that name the same slots. Lists of ids and values cross threads several times as fast as
 * an object for each record.
 */
export interface RecordRun {
  readonly shape: string;
  /** Whether the records may be created. */
  readonly complete: boolean;
  readonly ids: readonly string[];
  /** By place in `ids`, in the order of the shape. */
  readonly values: readonly (readonly SlotValue[])[];
}

interface GrowingRun extends RecordRun {
  readonly ids: string[];
  readonly values: (readonly SlotValue[])[];
}

/** Returns the records as runs, in order. */
export function runsOf(records: readonly UpsertRecord[]): RecordRun[] {
  const runs: GrowingRun[] = [];
  let run: GrowingRun | null = null;
  let slots: readonly Slot[] = [];
  for (const record of records) {
    if (run === null || run.complete !== record.complete || !areEqual(slots, record.slots)) {
      slots = record.slots;
      run = { shape: shapeName(slots), complete: record.complete, ids: [], values: [] };
      runs.push(run);
    }
    run.ids.push(record.id);
    run.values.push(record.values);
  }
  return runs;
}

function areEqual(one: readonly Slot[], other: readonly Slot[]): boolean {
  return one.length === other.length && one.every((slot, i) => slot === other[i]);
}

/** Returns the records of the runs, in order. */
export function recordsOf(runs: readonly RecordRun[]): (ShapedRecord & { readonly complete: boolean })[] {
  return runs.flatMap(({ shape, complete, ids, values }) =>
    ids.map((id, i) => ({ id, shape, values: values[i] ?? [], complete })),
  );
}
