import type { PropertyType, Slot } from '../storage/rows.ts';
import { TYPE_RULES } from '../values/property-types.ts';

/** The lowest slot of the type's kind that is not taken: low slots have columns of their own in SQL storages. */
export function allocateSlot(type: PropertyType, taken: ReadonlySet<Slot>): Slot {
  const kind = TYPE_RULES[type].slotKind;
  let index = 0;
  while (taken.has(`${kind}${index}`)) index++;
  return `${kind}${index}`;
}
