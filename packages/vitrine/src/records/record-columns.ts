import type { ShownRecord } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import type { Column } from '../lists/table.ts';

/** Returns the columns of a table of records: the id, the properties in the order of the store, the dates. A narrow
 * terminal shows no dates. */
export function recordColumns({ properties }: Pick<StoreDetail, 'properties'>): Column<ShownRecord>[] {
  const names = new Set(['id', ...properties.map(({ name }) => name), 'date_created', 'date_updated']);
  return [...names].map((name) => ({
    header: name,
    cell: (record) => record[name] ?? null,
    whole: name === 'id',
    canBeOmitted: !properties.some((property) => property.name === name) && name !== 'id',
  }));
}
