import type { AggregateOp } from '@vitrine/core/storage';
import { SCRATCH } from './column-memory.ts';
import { type MatchingRows, markedBlocks } from './matching-rows.ts';
import type { NumberColumn } from './number-column.ts';

const STATE = SCRATCH.state >> 3;

/**
 * Returns the aggregate of the set values. Null: there is none. Sums are computed like those of SQLite: with its
 * compensation, newest value first.
 */
export function aggregateColumn(
  matching: MatchingRows,
  op: AggregateOp,
  column: NumberColumn,
): number | null {
  return op === 'sum' || op === 'avg' ? sumOf(matching, op, column) : extremeOf(matching, op, column);
}

function sumOf(matching: MatchingRows, op: 'sum' | 'avg', column: NumberColumn): number | null {
  const { numbers, kernels } = matching.rows.memory;
  numbers.fill(0, STATE, STATE + 3);
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    kernels.addUp(column.address(firstRow), mask, rows, SCRATCH.state);
  }
  const [sum = 0, lost = 0, count = 0] = numbers.subarray(STATE, STATE + 3);
  if (count === 0) return null;
  return op === 'sum' ? sum + lost : (sum + lost) / count;
}

function extremeOf(matching: MatchingRows, op: 'min' | 'max', column: NumberColumn): number | null {
  const { numbers, kernels } = matching.rows.memory;
  numbers[STATE] = Number.POSITIVE_INFINITY;
  numbers[STATE + 1] = Number.NEGATIVE_INFINITY;
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    kernels.extremes(column.address(firstRow), mask, rows, SCRATCH.state);
  }
  const [least = Number.NaN, most = Number.NaN] = numbers.subarray(STATE, STATE + 2);
  if (least > most) return null;
  return op === 'min' ? least : most;
}
