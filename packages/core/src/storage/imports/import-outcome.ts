import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import type { Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import type { SlotValues, UpsertRecord } from '../records/records.ts';
import type { ImportBatch, ImportOutcome } from './imports.ts';

/** Values of a record by slot. Those that are absent are unset. */
export type Values = ReadonlyMap<Slot, SlotValue>;

/**
 * Returns what an import does with a record.
 * @param before the values of the live record with its id. Undefined: there is none.
 */
export function importOutcome(
  store: StoreRow,
  before: Values | undefined,
  record: UpsertRecord,
  mode: ImportBatch['mode'],
): ImportOutcome {
  if (before === undefined) return record.complete ? 'created' : 'incomplete';
  if (mode === 'insert') return 'exists';
  const { slots, values } = record;
  if (slots.every((slot, at) => (before.get(slot) ?? null) === (values[at] ?? null))) return 'unchanged';
  return recordBytes(store, mergeValues(before, record)) > MAX_RECORD_BYTES ? 'too_large' : 'updated';
}

/** Returns the values of a record after a change. */
export function mergeValues(before: Values, { slots, values }: SlotValues): Values {
  const merged = new Map(before);
  slots.forEach((slot, at) => {
    merged.set(slot, values[at] ?? null);
  });
  return merged;
}

/** Returns the UTF-8 length of the text values together. Values in freed slots do not count. */
export function recordBytes({ properties }: StoreRow, values: Values): number {
  let bytes = 0;
  for (const { slot } of properties) {
    const value = values.get(slot);
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
  }
  return bytes;
}
