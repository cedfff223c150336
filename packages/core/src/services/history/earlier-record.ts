import { convertedOrNull } from '../../imports/values/convert-value.ts';
import type { HistoryRow, PropertyRow, SlotValue, StoreRow, ValuesBySlot } from '../../storage/index.ts';
import { placeAt, propertyAt } from '../../storage/stores/changes.ts';

/** A record as it was before a change, by the properties of now. */
export interface EarlierRecord {
  /** In the order of the properties of the store. */
  readonly values: readonly SlotValue[];
  /** The number of values whose properties were deleted since, or that do not fit the types of now. */
  readonly dropped: number;
}

/**
 * Returns the values before a change. A value belongs to the property that had its slot then: a property that was given the
 * slot later is unset. A value of before a change of its type is converted.
 */
export function earlierRecord(
  { properties }: Pick<StoreRow, 'properties'>,
  { before, storeVersion }: Pick<HistoryRow, 'before' | 'storeVersion'>,
): EarlierRecord {
  const held = before ?? {};
  const values = properties.map((property) => valueAt(property, held, storeVersion));
  const kept = values.filter((value) => value !== null).length;
  // A change of type that was under way had values twice.
  const copies = properties.filter(({ slot, becoming, earlier }) => {
    const copy = becoming?.slot ?? (earlier === undefined ? undefined : slot);
    return (
      copy !== undefined && held[copy] != null && propertyAt({ properties }, copy, storeVersion) === undefined
    );
  });
  return { values, dropped: Object.keys(held).length - kept - copies.length };
}

/** `held`: the values by slot at that version of the store. */
function valueAt(property: PropertyRow, held: ValuesBySlot, version: number): SlotValue {
  const place = placeAt(property, version);
  const value = place === null ? null : (held[place.slot] ?? null);
  return place === null || !('form' in place)
    ? value
    : convertedOrNull(value, place.type, property.type, place.form);
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
