import { DecimalSum } from '@vitrine/core/adapter';
import type { Measure } from '@vitrine/core/storage';
import { BLOCK_ROWS } from '../memory/column-memory.ts';
import type { StoredColumn } from '../rows/column-rows.ts';
import { type GroupedRows, valueReader } from '../rows/found-rows.ts';

/** The most different values that a measure holds, of all groups together. */
const VALUES_MAX = 262_144;

/** A measure of all groups. */
export interface GroupMeasure {
  add(rows: GroupedRows): void;
  result(group: number): number | null;
  /** Whether it can hold no more values. */
  isFull(): boolean;
}

export function openMeasure(op: Measure['op'], column: StoredColumn): GroupMeasure {
  switch (op) {
    case 'count':
      return countValues(column);
    case 'countDistinct':
      return countDifferent(column);
    case 'sum':
    case 'avg':
      return addValues(op, column);
    case 'min':
      return extreme(column, (value, best) => value < best);
    case 'max':
      return extreme(column, (value, best) => value > best);
  }
}

const isNeverFull = () => false;

/** Returns a function that passes each value that is set, with its group. */
function eachValue(column: StoredColumn, add: (group: number, value: number) => void) {
  const read = valueReader(column);
  const values = new Float64Array(BLOCK_ROWS);
  return (found: GroupedRows) => {
    read(found, values);
    for (let i = 0; i < found.rows.length; i++) {
      const value = values[i] ?? Number.NaN;
      if (!Number.isNaN(value)) add(found.groups[i] ?? 0, value);
    }
  };
}

function countValues(column: StoredColumn): GroupMeasure {
  const counts: number[] = [];
  const count = (group: number) => {
    counts[group] = (counts[group] ?? 0) + 1;
  };
  function countTexts({ firstRow, rows, groups }: GroupedRows): void {
    if (column.kind !== 'arena') return;
    for (let i = 0; i < rows.length; i++) {
      if (column.textAddress(firstRow + (rows[i] ?? 0)) !== null) count(groups[i] ?? 0);
    }
  }
  return {
    // Different numbers for the texts of a wide column would take memory.
    add: column.kind === 'arena' ? countTexts : eachValue(column, count),
    result: (group) => counts[group] ?? 0,
    isFull: isNeverFull,
  };
}

function countDifferent(column: StoredColumn): GroupMeasure {
  const values: Set<number>[] = [];
  let held = 0;
  return {
    add: eachValue(column, (group, value) => {
      if (held === VALUES_MAX) return;
      values[group] ??= new Set();
      const { size } = values[group];
      values[group].add(value);
      held += values[group].size - size;
    }),
    result: (group) => values[group]?.size ?? 0,
    isFull: () => held === VALUES_MAX,
  };
}

function addValues(op: 'sum' | 'avg', column: StoredColumn): GroupMeasure {
  const sums: DecimalSum[] = [];
  return {
    add: eachValue(column, (group, value) => {
      sums[group] ??= new DecimalSum();
      sums[group].add(value);
    }),
    result(group) {
      const sum = sums[group];
      if (sum === undefined) return null;
      return op === 'sum' ? sum.total() : sum.mean();
    },
    isFull: isNeverFull,
  };
}

function extreme(column: StoredColumn, isBetter: (value: number, best: number) => boolean): GroupMeasure {
  const found: number[] = [];
  return {
    add: eachValue(column, (group, value) => {
      const best = found[group];
      if (best === undefined || isBetter(value, best)) found[group] = value;
    }),
    result: (group) => found[group] ?? null,
    isFull: isNeverFull,
  };
}
