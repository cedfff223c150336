import type { Slot, SlotValue, UpsertRecord } from '@vitrine/core/storage';
import { type Shape, shapeName } from '../../layout/record-layout.ts';

/** Values in the order of the named shape. */
export interface ShapedRecord {
  readonly id: string;
  readonly shape: string;
  readonly values: readonly SlotValue[];
}

/** A record of a batch. */
export interface GivenRecord extends ShapedRecord {
  /** Whether the record may be created. */
  readonly complete: boolean;
}

/** Returns the records of a batch. Consecutive ones that name the same slots share the name of their shape. */
export function givenRecords(records: readonly UpsertRecord[]): GivenRecord[] {
  let slots: readonly Slot[] = [];
  let shape = shapeName(slots);
  return records.map((record) => {
    if (!areEqual(slots, record.slots)) {
      slots = record.slots;
      shape = shapeName(slots);
    }
    return { id: record.id, shape, values: record.values, complete: record.complete };
  });
}

function areEqual(one: readonly Slot[], other: readonly Slot[]): boolean {
  return one === other || (one.length === other.length && one.every((slot, i) => slot === other[i]));
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
