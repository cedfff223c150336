import type { DeletedRecord, RecordHistoryEntry } from '../../contracts/changes/history.ts';
import type { Secrets } from '../../ports/ports.ts';
import { pickFields, type ShownRecord, showRecord } from '../../schema/record-json.ts';
import type { HistoryRow, SlotValue, StoreRow, WriteAuthor } from '../../storage/index.ts';
import { encodeChangePosition } from '../changes/change-position.ts';
import { earlierRecord } from './earlier-record.ts';

/** What is known of the values after a change. Null: the record is gone. Undefined: nothing. */
export type ValuesAfter = readonly SlotValue[] | null | undefined;

export function showHistoryEntry(
  secrets: Secrets,
  store: StoreRow,
  row: HistoryRow,
  after: ValuesAfter,
): RecordHistoryEntry {
  const { type, recordId, at, by, importId, before, position } = row;
  const show = (values: readonly SlotValue[]) => showValues(store, recordId, values);
  return {
    position: encodeChangePosition(secrets, store, position),
    type,
    at: new Date(at).toISOString(),
    by: showAuthor(by),
    ...(importId === null ? {} : { importId }),
    before: before === null ? null : show(earlierRecord(store, row).values),
    ...(after === undefined ? {} : { after: after === null ? null : show(after) }),
  };
}

/** Shows the last deletion of a record. */
export function showDeletedRecord(secrets: Secrets, store: StoreRow, row: HistoryRow): DeletedRecord {
  const { recordId, at, by, position, createdAt } = row;
  return {
    id: recordId,
    values: showValues(store, recordId, earlierRecord(store, row).values),
    at: new Date(at).toISOString(),
    by: showAuthor(by),
    position: encodeChangePosition(secrets, store, position),
    date_created: new Date(createdAt ?? at).toISOString(),
  };
}

function showAuthor(by: WriteAuthor | null): RecordHistoryEntry['by'] {
  return by === null ? null : { keyId: by.id, name: by.name };
}

/** Shows the properties of a record, without its id and times. */
function showValues(store: StoreRow, id: string, values: readonly SlotValue[]): ShownRecord {
  const record = showRecord(store, { id, values, createdAt: 0, updatedAt: 0 });
  return pickFields(
    record,
    store.properties.map(({ name }) => name),
  );
}
