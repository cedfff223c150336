import type { Change } from '../../contracts/changes/changes.ts';
import type { StoreRecordResponse } from '../../contracts/records/records.ts';
import type { Secrets } from '../../ports/ports.ts';
import type { ChangeRow, StoreRow } from '../../storage/index.ts';
import { propertyAt } from '../../storage/stores/changes.ts';
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
  const { position, type, recordId, at, imported } = row;
  return {
    position: encodeChangePosition(secrets, store, position),
    type,
    ...(recordId === null ? {} : { recordId }),
    at: new Date(at).toISOString(),
    version: position,
    ...(type === 'record.updated' ? { changed: changedNames(store, row) } : {}),
    ...(imported ?? {}),
    ...(record === undefined ? {} : { record }),
  };
}

/** Returns the names of the properties that a change concerns, in schema order. */
function changedNames(store: StoreRow, { slots, storeVersion }: ChangeRow): string[] {
  const changed = new Set(slots.map((slot) => propertyAt(store, slot, storeVersion)));
  return store.properties.filter((property) => changed.has(property)).map(({ name }) => name);
}
