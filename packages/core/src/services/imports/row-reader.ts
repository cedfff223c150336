import { MAX_RECORD_BYTES } from '../../ground/limits.ts';
import { readCell } from '../../imports/read-records.ts';
import type { PlannedColumn, RecordPlan } from '../../imports/record-plan.ts';
import { deriveRecordId } from '../../schema/record-id.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import type { PropertyRow, Slot, SlotValue, StoreRow } from '../../storage/index.ts';
import { parseDatetime } from '../../values/datetime.ts';
import { readValue } from '../../values/value.ts';
import type { PlannedUpsert } from '../records/writes/plan-upsert.ts';

/** Reads the cells of a row. Null: `planUpsert` has to read the row. */
export type RowReader = (cells: readonly (string | null)[], now: number) => PlannedUpsert | null;

const NONE: PlannedUpsert['issues'] = [];

/**
 * Returns a reader of the rows that are valid in every cell, which it reads as `planUpsert` does, without an object for
 * each row and its issues in between. Any other row is left to `planUpsert`.
 */
export function rowReader(store: StoreRow, plan: RecordPlan, uuid: (now: number) => string): RowReader {
  const { propertiesByName, unique, required, idProperty } = schemaOf(store);
  const columns = plan.columns.flatMap((column) => {
    const property = propertiesByName.get(column.property);
    return property === undefined ? [] : [{ column, property, ...roleOf(property) }];
  });
  const found = new Set(columns.map(({ property }) => property));
  if (columns.length < plan.columns.length || [...unique, ...required].some((each) => !found.has(each)))
    return () => null;
  const slots = columns.flatMap(({ property }): Slot[] => (property === idProperty ? [] : [property.slot]));

  function roleOf(property: PropertyRow) {
    return { isId: property === idProperty, isNeeded: property.required || property.unique };
  }

  return (cells, now) => {
    const values: SlotValue[] = [];
    const keys = new Map<PropertyRow, string | number>();
    let units = 0;
    for (const { column, property, isId, isNeeded } of columns) {
      const value = readSlotValue(cells[column.index] ?? null, column, plan);
      if (value === undefined || (value === null && isNeeded)) return null;
      if (typeof value === 'string') units += value.length;
      if (value !== null && property.unique) keys.set(property, value);
      if (!isId) values.push(value);
    }
    // A UTF-16 unit takes at most three bytes of UTF-8.
    if (units * 3 > MAX_RECORD_BYTES) return null;
    const derived =
      unique.length === 0 ? null : deriveRecordId(unique, (property) => keys.get(property) ?? '');
    if (derived?.ok === false) return null;
    const key = derived?.id ?? null;
    const id = key ?? uuid(now);
    return { key, issues: NONE, missing: NONE, id, record: { id, complete: true, slots, values } };
  };
}

/** Returns the value of a cell as it is stored. Undefined: it is not valid. */
function readSlotValue(cell: string | null, column: PlannedColumn, plan: RecordPlan): SlotValue | undefined {
  if (cell === null) return null;
  // A date-time would be parsed twice: as text of the file, and as a value.
  const datetime = column.type === 'datetime' ? parseDatetime(cell) : null;
  if (datetime !== null) return datetime.millis;
  const read = readValue(column.type, readCell(cell, column, plan));
  return read.ok ? read.value : undefined;
}
