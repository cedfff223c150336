import type { Issue } from '../../../ground/errors.ts';
import { convertedOrNull, convertValue } from '../../../imports/values/convert-value.ts';
import type { ReadBody } from '../../../schema/read-record.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { PropertyRow, Slot, SlotValue, SlotValues, StoreRow } from '../../../storage/index.ts';

/** Returns the values of a body by slot, without the property whose value is the id. */
export function toSlotValues(store: StoreRow, { values }: Pick<ReadBody, 'values'>): SlotValues {
  return writtenValues(values, schemaOf(store).idProperty);
}

/**
 * Returns values by slot, with the converted ones of properties whose type is being changed. So no write is lost while a job
 * converts the stored values.
 * @param omitted the property whose value is not written.
 */
export function writtenValues(
  values: Iterable<readonly [PropertyRow, SlotValue]>,
  omitted: PropertyRow | null = null,
): SlotValues {
  const written: { slots: Slot[]; values: SlotValue[] } = { slots: [], values: [] };
  for (const [property, value] of values) {
    if (property === omitted) continue;
    const { slot, type, becoming } = property;
    written.slots.push(slot);
    written.values.push(value);
    if (becoming === undefined) continue;
    written.slots.push(becoming.slot);
    written.values.push(convertedOrNull(value, type, becoming.type, becoming.form));
  }
  return written;
}

/** Returns issues for values that do not fit the type that their property is getting, unless they may be unset. */
export function findUnfit({ values }: Pick<ReadBody, 'values'>): Issue[] {
  const issues: Issue[] = [];
  for (const [{ name, type, becoming }, value] of values) {
    if (becoming === undefined || becoming.unsets || value === null) continue;
    const converted = convertValue(value, type, becoming.type, becoming.form);
    if (converted.kind !== 'refused') continue;
    issues.push({
      path: name,
      message: `The type is being changed to ${becoming.type}. ${converted.message}`,
    });
  }
  return issues;
}
