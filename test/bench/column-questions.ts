import type { Operation } from './operations.ts';
import { COLORS, sampleRecord, scatter } from './sample-records.ts';

/** An operation, and the ratio to reach to the rate of the floor with indexes, or of ours without columns for writes. */
export interface ColumnQuestion extends Omit<Operation, 'target'> {
  readonly target: number;
}

const color = (index: number) => COLORS[index % COLORS.length] ?? '';
const post = (path: string, body: unknown) => ({ method: 'POST', path, body });

function nameOf(index: number, records: number): string {
  return sampleRecord(scatter(index) % records).name;
}

/** The questions that columns are measured by. */
export const QUESTIONS: readonly ColumnQuestion[] = [
  {
    name: 'eq, 1 hit',
    target: 0.5,
    request: (index, { records }) =>
      post('/search', { filters: [{ field: 'name', op: 'eq', value: nameOf(index, records) }] }),
  },
  {
    name: 'in, 30 hits',
    target: 0.5,
    request: (index, { records }) => {
      const value = Array.from({ length: 30 }, (_, place) => nameOf(index * 30 + place, records));
      return post('/search', { filters: [{ field: 'name', op: 'in', value }] });
    },
  },
  {
    name: 'range + boolean, sorted',
    target: 0.5,
    request: (index) =>
      post('/search', {
        filters: [
          { field: 'price', op: 'gte', value: 100 + (index % 500) },
          { field: 'price', op: 'lt', value: 200 + (index % 500) },
          { field: 'active', op: 'eq', value: true },
        ],
        sortBy: 'released',
        sortDir: 'desc',
      }),
  },
  {
    name: 'contains, 0.05 %',
    target: 5,
    request: () => post('/search', { filters: [{ field: 'name', op: 'contains', value: 'ZEPHyr' }] }),
  },
  {
    name: 'count, 2 conditions',
    target: 2,
    request: (index) =>
      post('/count', {
        filters: [
          { field: 'color', op: 'eq', value: color(index) },
          { field: 'price', op: 'gt', value: 500 },
        ],
      }),
  },
  {
    name: 'sum of 50 %',
    target: 2,
    request: (index) =>
      post('/aggregate', {
        field: 'price',
        op: 'sum',
        filters: [{ field: 'stock', op: 'gte', value: 500 + (index % 100) }],
      }),
  },
];
