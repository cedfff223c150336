import { createSum, type Measure, type RunningSum } from '@vitrine/core/storage';
import type { StoredColumn } from './column-rows.ts';
import { openCodes } from './text-codes.ts';
import { UNSET } from './text-column.ts';

/** The most different values that a measure holds, of all groups together. */
const VALUES_MAX = 262_144;

/** A measure of all groups. */
export interface GroupMeasure {
  add(group: number, row: number): void;
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

/** Returns a function that returns the value or the code of a row as a number. NaN: unset. */
function reader(column: StoredColumn): (row: number) => number {
  if (column.kind === 'number') return (row) => column.get(row);
  const codes = openCodes(column);
  return (row) => {
    const code = codes.of(row);
    return code === UNSET ? Number.NaN : code;
  };
}

function isNumber(read: (row: number) => number) {
  return (row: number) => !Number.isNaN(read(row));
}

const isNeverFull = () => false;

function countValues(column: StoredColumn): GroupMeasure {
  const counts: number[] = [];
  const isSet =
    column.kind === 'arena' ? (row: number) => column.textAddress(row) !== null : isNumber(reader(column));
  return {
    add(group, row) {
      if (isSet(row)) counts[group] = (counts[group] ?? 0) + 1;
    },
    result: (group) => counts[group] ?? 0,
    isFull: isNeverFull,
  };
}

function countDifferent(column: StoredColumn): GroupMeasure {
  const read = reader(column);
  const values: Set<number>[] = [];
  let held = 0;
  return {
    add(group, row) {
      const value = read(row);
      if (Number.isNaN(value) || held === VALUES_MAX) return;
      values[group] ??= new Set();
      const { size } = values[group];
      values[group].add(value);
      held += values[group].size - size;
    },
    result: (group) => values[group]?.size ?? 0,
    isFull: () => held === VALUES_MAX,
  };
}

function addValues(op: 'sum' | 'avg', column: StoredColumn): GroupMeasure {
  const read = reader(column);
  const sums: RunningSum[] = [];
  return {
    add(group, row) {
      const value = read(row);
      if (Number.isNaN(value)) return;
      sums[group] ??= createSum();
      sums[group].add(value);
    },
    result(group) {
      const sum = sums[group];
      if (sum === undefined) return null;
      return op === 'sum' ? sum.total() : sum.total() / sum.count();
    },
    isFull: isNeverFull,
  };
}

function extreme(column: StoredColumn, isBetter: (value: number, best: number) => boolean): GroupMeasure {
  const read = reader(column);
  const found: number[] = [];
  return {
    add(group, row) {
      const value = read(row);
      const best = found[group];
      if (Number.isNaN(value) || (best !== undefined && !isBetter(value, best))) return;
      found[group] = value;
    },
    result: (group) => found[group] ?? null,
    isFull: isNeverFull,
  };
}
