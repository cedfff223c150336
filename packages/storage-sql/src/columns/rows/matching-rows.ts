import { BLOCK_ROWS, SCRATCH } from '../memory/column-memory.ts';
import type { ColumnRows } from './column-rows.ts';
import { evaluate, isAlways, mayPass, type Test } from './column-test.ts';

const WORD_BITS = 64;

/** The marked rows of a block. */
export interface MarkedBlock {
  readonly firstRow: number;
  /** A multiple of 64. */
  readonly rows: number;
  readonly mask: number;
}

/** The rows of a store that pass a test. */
export interface MatchingRows {
  readonly rows: ColumnRows;
  readonly test: Test;
  /** Throws when the time is up. Called for each block. */
  readonly requireTime: () => void;
}

/**
 * Yields the blocks with their marked rows, the newest first. A block lasts until the next one. `markFew` may mark the rows of a
 * block in a faster way, and returns null where it does not.
 */
export function* markedBlocks(
  { rows, test, requireTime }: MatchingRows,
  markFew: (firstRow: number, count: number, alive: number) => MarkedBlock | null = () => null,
): Generator<MarkedBlock> {
  for (let block = rows.blocks - 1; block >= 0; block--) {
    requireTime();
    const firstRow = block * BLOCK_ROWS;
    if (!mayPass(test, firstRow)) continue;
    const count = Math.min(BLOCK_ROWS, roundUp(rows.count - firstRow));
    const few = markFew(firstRow, count, rows.aliveAddress(block));
    if (few !== null) {
      yield few;
      continue;
    }
    const mask = evaluate(test, rows, firstRow, count, requireTime);
    rows.memory.kernels.and(mask, rows.aliveAddress(block), count);
    yield { firstRow, rows: count, mask };
  }
}

function roundUp(rows: number): number {
  return Math.ceil(rows / WORD_BITS) * WORD_BITS;
}

export function countRows(matching: MatchingRows): number {
  const { rows, test } = matching;
  if (isAlways(test)) return rows.aliveCount;
  let count = 0;
  for (const block of markedBlocks(matching)) count += rows.memory.kernels.count(block.mask, block.rows);
  return count;
}

/** Returns at most `limit` rows, newest first, before the row `below`. */
export function newestRows(matching: MatchingRows, below: number, limit: number): number[] {
  const { memory } = matching.rows;
  const found: number[] = [];
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    if (firstRow >= below) continue;
    if (below < firstRow + rows) clearFrom(memory.bytes, mask, below - firstRow, rows);
    const more = memory.kernels.newest(mask, rows, limit - found.length, SCRATCH.rows);
    for (let i = 0; i < more; i++) found.push(firstRow + (memory.ints[(SCRATCH.rows >> 2) + i] ?? 0));
    if (found.length === limit) break;
  }
  return found;
}

/** Clears the bits of a mask from one on. */
function clearFrom(bytes: Uint8Array, mask: number, bit: number, rows: number): void {
  const byte = mask + (bit >> 3);
  bytes[byte] = (bytes[byte] ?? 0) & ((1 << (bit & 7)) - 1);
  bytes.fill(0, byte + 1, mask + rows / 8);
}
