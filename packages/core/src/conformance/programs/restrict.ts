import type { StoreRow } from '../../ground/rows.ts';
import type { Column, Filter, Order } from '../../query/ast.ts';
import { EVERYTHING, NEWEST_FIRST, sortKeys } from '../../query/ast.ts';
import { measuredColumns, type SummaryQuery } from '../../query/summary.ts';
import type { SlotValues } from '../../storage/records/records.ts';

const SYSTEM_COLUMNS: readonly string[] = ['id', 'seq', 'created_at', 'updated_at'] satisfies Column[];

function isLive(column: Column, store: StoreRow): boolean {
  return SYSTEM_COLUMNS.includes(column) || store.properties.some(({ slot }) => slot === column);
}

/**
 * Returns the filter without comparisons on slots that no property of the store has, because core never passes them.
 */
export function restrictFilter(where: Filter, store: StoreRow): Filter {
  if ('all' in where) return { all: where.all.map((part) => restrictFilter(part, store)) };
  if ('any' in where) return { any: where.any.map((part) => restrictFilter(part, store)) };
  return isLive(where.column, store) ? where : EVERYTHING;
}

export function restrictOrder(order: Order, store: StoreRow): Order {
  return sortKeys(order).every(({ column }) => isLive(column, store)) ? order : NEWEST_FIRST;
}

/** Returns the query with the id in place of slots that no property of the store has. */
export function restrictSummary(query: SummaryQuery, store: StoreRow): SummaryQuery {
  const isLivePart = ({ column }: { readonly column: Column }) => isLive(column, store);
  return {
    ...query,
    where: restrictFilter(query.where, store),
    groupBy: query.groupBy.map((grouping) =>
      isLivePart(grouping) ? grouping : { kind: 'value', column: 'id' },
    ),
    measures: query.measures.map((measure) =>
      measuredColumns(measure).every((column) => isLive(column, store))
        ? measure
        : { op: 'count', column: 'id' },
    ),
  };
}

/** Returns only the values of slots that a property of the store has. */
export function restrictValues<Values extends SlotValues>(given: Values, store: StoreRow): Values {
  const live = given.slots.map((slot) => isLive(slot, store));
  const slots = given.slots.filter((_, i) => live[i]);
  const values = given.values.filter((_, i) => live[i]);
  return { ...given, slots, values };
}
