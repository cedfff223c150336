import type { Change } from '../../contracts/changes.ts';
import type { StoreRecordResponse } from '../../contracts/records.ts';
import type { Secrets } from '../../ports/ports.ts';
import type { ChangeRow, StoreRow } from '../../storage/index.ts';
import { encodeChangePosition } from './change-position.ts';

/**
 * Returns an entry of the log as responses show it. The names of changed properties are those of now; properties that
 * were deleted since are left out.
 */
export function showChange(
  secrets: Secrets,
  store: StoreRow,
  row: ChangeRow,
  record?: StoreRecordResponse,
): Change {
  const { type, recordId, changed, imported } = row;
  return {
    position: encodeChangePosition(secrets, store, row.position),
    type,
    ...(recordId === null ? {} : { recordId }),
    at: new Date(row.at).toISOString(),
    version: row.position,
    ...(type === 'record.updated' ? { changed: namesOf(store, changed) } : {}),
    ...(imported ?? {}),
    ...(record === undefined ? {} : { record }),
  };
}

function namesOf({ properties }: StoreRow, slots: readonly string[]): string[] {
  return properties.filter(({ slot }) => slots.includes(slot)).map(({ name }) => name);
}
