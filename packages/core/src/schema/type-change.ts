import type { PropertyRow, Slot, StoreRow, TypeChange } from '../ground/rows.ts';
import { allocateSlot } from './slots.ts';

/** What a step of a change of type makes of a schema. `freed`: the slots to be cleared. */
export interface TypeChangeStep {
  readonly properties: readonly PropertyRow[];
  readonly freedSlots: readonly Slot[];
  readonly freed: readonly Slot[];
}

/** Begins to change the type of a property, in place of a change that is under way. */
export function beginTypeChange(
  store: Pick<StoreRow, 'properties' | 'freedSlots'>,
  property: PropertyRow,
  change: Omit<TypeChange, 'slot'>,
): TypeChangeStep & { readonly slot: Slot } {
  const { freedSlots } = store;
  const slot = allocateSlot(
    change.type,
    new Set([...store.properties.map((other) => other.slot), ...freedSlots]),
  );
  const becoming = { ...change, slot };
  return {
    properties: replaced(store, property, { ...property, becoming }),
    freedSlots: [...freedSlots, slot],
    freed: property.becoming === undefined ? [] : [property.becoming.slot],
    slot,
  };
}

/** Gives up a change of type. The property stays as it is. */
export function endTypeChange(
  store: Pick<StoreRow, 'properties' | 'freedSlots'>,
  property: PropertyRow,
): TypeChangeStep {
  const { becoming, ...kept } = property;
  return {
    properties: replaced(store, property, kept),
    freedSlots: store.freedSlots,
    freed: becoming === undefined ? [] : [becoming.slot],
  };
}

/**
 * Completes a change of type: the property has the new type and its converted values. It keeps its format only as a number.
 */
export function completeTypeChange(
  store: Pick<StoreRow, 'properties' | 'freedSlots' | 'version'>,
  property: PropertyRow,
  becoming: TypeChange,
): TypeChangeStep {
  const until = store.version + 1;
  const { type, slot, since, earlier = [], format, becoming: _, ...rest } = property;
  const past = { type, slot, ...(since === undefined ? {} : { since }), until, form: becoming.form };
  const changed: PropertyRow = {
    ...rest,
    type: becoming.type,
    slot: becoming.slot,
    ...(format !== undefined && becoming.type === 'number' ? { format } : {}),
    since: until,
    earlier: [...earlier, past],
  };
  return {
    properties: replaced(store, property, changed),
    freedSlots: [...store.freedSlots.filter((freed) => freed !== becoming.slot), slot],
    freed: [slot],
  };
}

/** Returns the property whose values are being converted into a slot. */
export function propertyBecoming(
  { properties }: Pick<StoreRow, 'properties'>,
  slot: Slot,
): PropertyRow | undefined {
  return properties.find(({ becoming }) => becoming?.slot === slot);
}

function replaced(
  { properties }: Pick<StoreRow, 'properties'>,
  property: PropertyRow,
  changed: PropertyRow,
): PropertyRow[] {
  return properties.map((other) => (other === property ? changed : other));
}
