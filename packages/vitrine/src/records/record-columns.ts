import type { ShownRecord } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import type { Column } from '../lists/table.ts';

const MIDNIGHT = /T00:00:00\.000Z$/;

/**
 * Returns the columns of a table of records: the id, the properties in the order of the store, the dates. A narrow
 * terminal shows no dates. Times of properties at midnight in UTC are days.
 */
export function recordColumns({ properties }: Pick<StoreDetail, 'properties'>): Column<ShownRecord>[] {
  const names = new Set(['id', ...properties.map(({ name }) => name), 'date_created', 'date_updated']);
  const times = new Set(properties.filter(({ type }) => type === 'datetime').map(({ name }) => name));
  return [...names].map((name) => ({
    header: name,
    cell(record) {
      const value = record[name] ?? null;
      return times.has(name) && typeof value === 'string' ? value.replace(MIDNIGHT, '') : value;
    },
    whole: name === 'id',
    canBeOmitted: !properties.some((property) => property.name === name) && name !== 'id',
  }));
}
