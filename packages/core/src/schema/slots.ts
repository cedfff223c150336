import type { PropertyType, Slot, SlotKind } from '../storage/rows.ts';

/** Text for the string-like types, a double for number, boolean (0/1) and datetime (Millis). */
function slotKindOf(type: PropertyType): SlotKind {
  return type === 'string' || type === 'url_image' || type === 'url_link' ? 't' : 'n';
}

/** The lowest slot of the type's kind that is not taken: low slots have columns of their own in SQL storages. */
export function allocateSlot(type: PropertyType, taken: ReadonlySet<Slot>): Slot {
  const kind = slotKindOf(type);
  let index = 0;
  while (taken.has(`${kind}${index}`)) index++;
  return `${kind}${index}`;
}
