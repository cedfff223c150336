import type {
  ChangeRow,
  ChangeType,
  HistoryRow,
  ImportedNumbers,
  RecordChangeType,
  Slot,
  ValuesBySlot,
} from '@vitrine/core/storage';
import { slotsOfBits } from '../change-log/slot-bits.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';

const ENTRY = 'position, type, at, store_version, slots';

/** The select list of a row of a log, which has one entry or more. */
export const CHANGES = columnList(`${ENTRY}, size, record_ids, imported`);
/** The select list of an entry of a history. */
export const HISTORY = columnList(
  `${ENTRY}, record_id, before_values, created_at, by_id, by_name, import_id`,
);

/**
 * The condition of an entry that has a position. Where positions are given when entries are read, one that commits after
 * that has none.
 */
export const NUMBERED: Sql = sql`position IS NOT NULL`;

/** Reads the name of a shape. */
function readSlots(name: string): Slot[] {
  return name === '' ? [] : (name.split(',') as Slot[]);
}

/** Returns the slots of each of `size` entries, from names for all of them or from a list (`changeTables`). */
function slotsOfEach(cell: string, size: number): readonly (readonly Slot[])[] {
  const listed = cell.startsWith('[') ? (JSON.parse(cell) as (string | number)[]) : [cell];
  const slots = listed.map((each) => (typeof each === 'string' ? readSlots(each) : slotsOfBits(each)));
  return slots.length < size ? Array<readonly Slot[]>(size).fill(slots[0] ?? []) : slots;
}

/** Returns the entries of a row of a log that have a later position. */
export function readChanges(row: Row, after: number): ChangeRow[] {
  const [last, size] = [numberCell(row[0]), numberCell(row[5])];
  const slots = slotsOfEach(textCell(row[4]), size);
  const ids = textOrNull(row[6]);
  const recordIds = ids === null ? [] : (JSON.parse(ids) as string[]);
  const imported = textOrNull(row[7]);
  const shared = {
    type: textCell(row[1]) as ChangeType,
    at: numberCell(row[2]),
    storeVersion: numberCell(row[3]),
    imported: imported === null ? null : (JSON.parse(imported) as ImportedNumbers),
  };
  const read: ChangeRow[] = [];
  for (let i = Math.max(0, after - last + size); i < size; i++) {
    const position = last - size + 1 + i;
    read.push({ position, ...shared, slots: slots[i] ?? [], recordId: recordIds[i] ?? null });
  }
  return read;
}

export function readHistory(row: Row): HistoryRow {
  const before = textOrNull(row[6]);
  const id = textOrNull(row[8]);
  return {
    position: numberCell(row[0]),
    type: textCell(row[1]) as RecordChangeType,
    at: numberCell(row[2]),
    storeVersion: numberCell(row[3]),
    slots: readSlots(textCell(row[4])),
    recordId: textCell(row[5]),
    before: before === null ? null : (JSON.parse(before) as ValuesBySlot),
    createdAt: numberOrNull(row[7]),
    by: id === null ? null : { id, name: textCell(row[9]) },
    importId: textOrNull(row[10]),
  };
}
