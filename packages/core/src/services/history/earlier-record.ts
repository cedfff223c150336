import type { HistoryRow, SlotValue, StoreRow } from '../../storage/index.ts';

/** A record as it was before a change, by the properties of now. */
export interface EarlierRecord {
  /** In the order of the properties of the store. */
  readonly values: readonly SlotValue[];
  /** The number of values whose properties were deleted since. */
  readonly dropped: number;
}

/**
 * Returns the values before a change. A value belongs to the property that had its slot then: a property that was given the
 * slot later is unset.
 */
export function earlierRecord(
  { properties }: Pick<StoreRow, 'properties'>,
  { before, storeVersion }: Pick<HistoryRow, 'before' | 'storeVersion'>,
): EarlierRecord {
  const held = before ?? {};
  const values = properties.map(({ slot, since = 0 }) =>
    since <= storeVersion ? (held[slot] ?? null) : null,
  );
  const kept = values.filter((value) => value !== null).length;
  return { values, dropped: Object.keys(held).length - kept };
}

/**
 * Returns whether records of that time have other keys than records of now: a unique property was added since, which is
 * possible only while a store is empty.
 */
export function hasOtherKey(
  { properties }: Pick<StoreRow, 'properties'>,
  { storeVersion }: Pick<HistoryRow, 'storeVersion'>,
): boolean {
  return properties.some(({ unique, since = 0 }) => unique && since > storeVersion);
}
