import type { PropertyRow } from '../storage/index.ts';

/**
 * Returns what a copy keeps of a property. The log is not copied, so nothing needs the earlier places of values. A change of
 * type that is under way is left out: the copy has the type and the values of before it.
 */
export function copiedProperty({
  since: _s,
  becoming: _b,
  earlier: _e,
  ...property
}: PropertyRow): PropertyRow {
  return property;
}
