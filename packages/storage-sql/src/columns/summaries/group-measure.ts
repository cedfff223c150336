import { DecimalSum, isRank, RANK_PERCENTS, rankIndex } from '@vitrine/core/adapter';
import type { Elapsed, Measure, RankOp } from '@vitrine/core/storage';
import { BLOCK_ROWS } from '../memory/column-memory.ts';
import type { ColumnRows, StoredColumn } from '../rows/column-rows.ts';
import { type FoundRows, type GroupedRows, valueReader } from '../rows/found-rows.ts';

/** The most different values that a measure holds, of all groups together. */
const VALUES_MAX = 262_144;
/** The most values of which ranks are found, of all groups together. They take eight bytes each. */
const RANKED_MAX = 2_097_152;

/** A measure of all groups. */
export interface GroupMeasure {
  add(rows: GroupedRows): void;
  result(group: number): number | null;
  /** Whether it can hold no more values. */
  isFull(): boolean;
}

export function openMeasure(rows: ColumnRows, measure: Measure): GroupMeasure {
  const { op } = measure;
  if ('lengthOf' in measure) throw new Error('columns do not count characters');
  if (op === 'count') return countValues(rows.requireColumn(measure.column));
  const values =
    'column' in measure
      ? valueReader(rows.requireColumn(measure.column))
      : elapsedReader(rows, measure.elapsed);
  if (isRank(op)) return rankValues(op, values);
  switch (op) {
    case 'countDistinct':
      return countDifferent(values);
    case 'sum':
    case 'avg':
      return addValues(op, values);
    case 'min':
      return extreme(values, (value, best) => value < best);
    case 'max':
      return extreme(values, (value, best) => value > best);
  }
}

const isNeverFull = () => false;

/** Writes the values of rows, in their order. NaN: unset. */
type ReadValues = (found: FoundRows, into: Float64Array) => void;

function elapsedReader(rows: ColumnRows, { from, to, millis }: Elapsed): ReadValues {
  const [readStarts, readEnds] = [valueReader(rows.requireColumn(from)), valueReader(rows.requireColumn(to))];
  const starts = new Float64Array(BLOCK_ROWS);
  return (found, into) => {
    readStarts(found, starts);
    readEnds(found, into);
    for (let i = 0; i < found.rows.length; i++) into[i] = ((into[i] ?? 0) - (starts[i] ?? 0)) / millis;
  };
}

/** Returns a function that passes each value that is set, with its group. */
function eachValue(read: ReadValues, add: (group: number, value: number) => void) {
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
    add: column.kind === 'arena' ? countTexts : eachValue(valueReader(column), count),
    result: (group) => counts[group] ?? 0,
    isFull: isNeverFull,
  };
}

function countDifferent(read: ReadValues): GroupMeasure {
  const values: Set<number>[] = [];
  let held = 0;
  return {
    add: eachValue(read, (group, value) => {
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

function addValues(op: 'sum' | 'avg', read: ReadValues): GroupMeasure {
  const sums: DecimalSum[] = [];
  return {
    add: eachValue(read, (group, value) => {
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

function rankValues(op: RankOp, read: ReadValues): GroupMeasure {
  const values: number[][] = [];
  let held = 0;
  return {
    add: eachValue(read, (group, value) => {
      if (held === RANKED_MAX) return;
      values[group] ??= [];
      values[group].push(value);
      held++;
    }),
    result(group) {
      const sorted = Float64Array.from(values[group] ?? []).sort();
      return sorted[rankIndex(RANK_PERCENTS[op], sorted.length)] ?? null;
    },
    isFull: () => held === RANKED_MAX,
  };
}

function extreme(read: ReadValues, isBetter: (value: number, best: number) => boolean): GroupMeasure {
  const found: number[] = [];
  return {
    add: eachValue(read, (group, value) => {
      const best = found[group];
      if (best === undefined || isBetter(value, best)) found[group] = value;
    }),
    result: (group) => found[group] ?? null,
    isFull: isNeverFull,
  };
}
