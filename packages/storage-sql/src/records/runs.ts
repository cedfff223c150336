import type { Slot, SlotValue, UpsertRecord } from '@vitrine/core/storage';
import { type Shape, shapeName } from '../layout/record-layout.ts';

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

export type GivenRecord = ShapedRecord & { readonly complete: boolean };

function addTo(
  runs: GrowingRun[],
  shape: string,
  complete: boolean,
  { id, values }: Pick<ShapedRecord, 'id' | 'values'>,
): void {
  let run = runs.at(-1);
  if (run === undefined || run.shape !== shape || run.complete !== complete) {
    run = { shape, complete, ids: [], values: [] };
    runs.push(run);
  }
  run.ids.push(id);
  run.values.push(values);
}

/** Returns the records as runs, in order. */
export function runsOf(records: readonly UpsertRecord[]): RecordRun[] {
  const runs: GrowingRun[] = [];
  let slots: readonly Slot[] = [];
  let shape = shapeName(slots);
  for (const record of records) {
    if (!areEqual(slots, record.slots)) {
      slots = record.slots;
      shape = shapeName(slots);
    }
    addTo(runs, shape, record.complete, record);
  }
  return runs;
}

/** Returns the records of `recordsOf` as runs again, in order. */
export function runsOfShaped(records: readonly GivenRecord[]): RecordRun[] {
  const runs: GrowingRun[] = [];
  for (const record of records) addTo(runs, record.shape, record.complete, record);
  return runs;
}

function areEqual(one: readonly Slot[], other: readonly Slot[]): boolean {
  return one === other || (one.length === other.length && one.every((slot, i) => slot === other[i]));
}

/** Returns the records of the runs, in order. */
export function recordsOf(runs: readonly RecordRun[]): GivenRecord[] {
  return runs.flatMap(({ shape, complete, ids, values }) =>
    ids.map((id, i) => ({ id, shape, values: values[i] ?? [], complete })),
  );
}

/** Splits the records before each repeated id, because one statement can't change a record twice. Usually one segment. */
export function segmentsOf(records: readonly GivenRecord[]): GivenRecord[][] {
  let segment: GivenRecord[] = [];
  const segments = [segment];
  const ids = new Set<string>();
  for (const record of records) {
    if (ids.has(record.id)) {
      segment = [];
      segments.push(segment);
      ids.clear();
    }
    ids.add(record.id);
    segment.push(record);
  }
  return segments;
}

/** Returns the place in `shape` of each slot of `wanted`; -1 if it does not name the slot. */
export function placesIn(shape: Shape, wanted: Shape): number[] {
  const placesBySlot = new Map(shape.slots.map(({ slot }, place) => [slot, place]));
  return wanted.slots.map(({ slot }) => placesBySlot.get(slot) ?? -1);
}
