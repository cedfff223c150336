import { DecimalSum } from '@vitrine/core/adapter';
import type { AggregateOp } from '@vitrine/core/storage';
import { SCRATCH } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import { type MatchingRows, markedBlocks } from '../rows/matching-rows.ts';

const STATE = SCRATCH.state >> 3;

/** Returns the aggregate of the set values. Null: there is none. */
export function aggregateColumn(
  matching: MatchingRows,
  op: AggregateOp,
  column: NumberColumn,
): number | null {
  return op === 'sum' || op === 'avg' ? sumOf(matching, op, column) : extremeOf(matching, op, column);
}

function sumOf(matching: MatchingRows, op: 'sum' | 'avg', column: NumberColumn): number | null {
  const { memory } = matching.rows;
  const sum = new DecimalSum();
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    const address = column.address(firstRow);
    const others = memory.kernels.addUp(address, mask, rows, SCRATCH.state, SCRATCH.blockKeys);
    const [millionths = 0n, count = 0n] = new BigInt64Array(memory.shared, SCRATCH.state, 2);
    sum.addMillionths(millionths, Number(count));
    const first = SCRATCH.blockKeys >> 3;
    for (let i = first; i < first + others; i++) sum.add(memory.numbers[i] ?? 0);
  }
  if (sum.count === 0) return null;
  return op === 'sum' ? sum.total() : sum.mean();
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
