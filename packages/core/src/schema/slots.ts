import type { PropertyType, Slot } from '../ground/rows.ts';
import { TYPE_RULES } from '../values/value.ts';

/** Returns the lowest free slot of the kind of the type. Low slots have their own columns in SQL storages. */
export function allocateSlot(type: PropertyType, taken: ReadonlySet<Slot>): Slot {
  const kind = TYPE_RULES[type].slotKind;
  let index = 0;
  while (taken.has(`${kind}${index}`)) index++;
  return `${kind}${index}`;
}
