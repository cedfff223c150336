import type {
  ChangeRow,
  ChangeType,
  HistoryRow,
  ImportedNumbers,
  RecordChangeType,
  Slot,
  ValuesBySlot,
} from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import type { Row } from '../statements/sql.ts';

const ENTRY = 'position, type, at, store_version, slots, record_id';

/** The select lists of an entry of a log and of a history. */
export const CHANGE = columnList(`${ENTRY}, imported`);
export const HISTORY = columnList(`${ENTRY}, before_values, created_at, by_id, by_name, import_id`);

function readEntry(row: Row) {
  return {
    position: numberCell(row[0]),
    at: numberCell(row[2]),
    storeVersion: numberCell(row[3]),
    slots: readSlots(textCell(row[4])),
  };
}

/** Reads the name of a shape. */
function readSlots(name: string): Slot[] {
  return name === '' ? [] : (name.split(',') as Slot[]);
}

export function readChange(row: Row): ChangeRow {
  const imported = textOrNull(row[6]);
  return {
    ...readEntry(row),
    type: textCell(row[1]) as ChangeType,
    recordId: textOrNull(row[5]),
    imported: imported === null ? null : (JSON.parse(imported) as ImportedNumbers),
  };
}

export function readHistory(row: Row): HistoryRow {
  const before = textOrNull(row[6]);
  const id = textOrNull(row[8]);
  return {
    ...readEntry(row),
    type: textCell(row[1]) as RecordChangeType,
    recordId: textCell(row[5]),
    before: before === null ? null : (JSON.parse(before) as ValuesBySlot),
    createdAt: numberOrNull(row[7]),
    by: id === null ? null : { id, name: textCell(row[9]) },
    importId: textOrNull(row[10]),
  };
}
