import type { RecordRow, StoreRow } from '../../ground/rows.ts';
import { columnValue, type StoredRecord } from '../../query/evaluate.ts';

/** Returns the row of a record as the evaluator reads it. */
export function recordToRow(store: StoreRow, record: StoredRecord): RecordRow {
  const { id, seq, createdAt, updatedAt } = record;
  return {
    id,
    seq,
    createdAt,
    updatedAt,
    values: store.properties.map(({ slot }) => columnValue(record, slot)),
  };
}

/** Returns the record of a row, for the evaluator. */
export function rowToRecord(
  store: StoreRow,
  { id, seq, createdAt, updatedAt, values }: RecordRow,
): StoredRecord {
  const slots = new Map(store.properties.map(({ slot }, i) => [slot, values[i] ?? null]));
  return { id, seq, createdAt, updatedAt, slots };
}
