import type { Slot, SlotValue } from '@vitrine/core/storage';
import type { NewEntry } from '../../change-log/entry-groups.ts';
import type { LogContext } from '../../change-log/logged-write.ts';
import { type Shape, shapeName, shapeNamed } from '../../layout/record-layout.ts';
import type { ShapedRecord } from './given-records.ts';
import type { RecordBefore } from './records-before.ts';
import type { RecordWrite, UpsertRecords } from './writes.ts';

/** A write of records that is logged. */
export type LoggedWrite = RecordWrite & { readonly log: LogContext };

/** Returns the name of the slots that have a value. */
export function slotsSet({ slots }: Shape, values: readonly SlotValue[]): string {
  return shapeName(slots.flatMap(({ slot }, i) => ((values[i] ?? null) === null ? [] : [slot])));
}

/** Returns the entries of a new record, which may replace an expired one. */
export function created(
  write: Pick<RecordWrite, 'now' | 'expiredUpTo'>,
  recordId: string,
  replaced: RecordBefore | undefined,
  slots: string,
): NewEntry[] {
  const at = write.now;
  const entry: NewEntry = { type: 'record.created', at, recordId, slots };
  return replaced === undefined ? [entry] : [{ type: 'record.expired', at, recordId }, entry];
}

/** Returns what the history of a store keeps of a record before a change. */
function kept({ slots }: Shape, { values, createdAt }: RecordBefore): Pick<NewEntry, 'before' | 'createdAt'> {
  const set: Partial<Record<Slot, SlotValue>> = {};
  slots.forEach(({ slot }, i) => {
    const value = values[i] ?? null;
    if (value !== null) set[slot] = value;
  });
  return { before: JSON.stringify(set), createdAt };
}

/** Returns the entry of an update. Null if it leaves all values as they are. */
export function updated(
  { now, log }: LoggedWrite,
  shape: Shape,
  recordId: string,
  before: RecordBefore,
  after: readonly SlotValue[],
): NewEntry | null {
  const changed = shape.slots.filter((_, i) => (before.values[i] ?? null) !== (after[i] ?? null));
  if (changed.length === 0) return null;
  const isWhole = changed.length === shape.slots.length;
  const slots = isWhole ? shape.name : shapeName(changed.map(({ slot }) => slot));
  const entry = { type: 'record.updated', at: now, recordId, slots } as const;
  return log.keepsValues ? { ...entry, ...kept(shape, before) } : entry;
}

/**
 * Returns the shape of what is read before a write: the slots that it gives. All slots of the store if the records give
 * different ones, or if the history keeps the values.
 */
export function shapeBefore(
  { storeShape, log }: LoggedWrite & Pick<UpsertRecords, 'storeShape'>,
  records: readonly ShapedRecord[],
): Shape {
  const given = records[0]?.shape ?? storeShape;
  const isEnough = !log.keepsValues && records.every(({ shape }) => shape === given);
  return shapeNamed(isEnough ? given : storeShape);
}

/** Returns the values of the whole shape after a write of some of its slots. */
export function merged(
  whole: Shape,
  stored: readonly SlotValue[],
  part: Shape,
  values: readonly SlotValue[],
): readonly SlotValue[] {
  if (part.name === whole.name) return values;
  const given = new Map(part.slots.map(({ slot }, i) => [slot, values[i] ?? null]));
  return whole.slots.map(({ slot }, i) => {
    const value = given.get(slot);
    return value === undefined ? (stored[i] ?? null) : value;
  });
}
