import { chooseBounds } from '../kernels/rough-bounds.ts';
import { BLOCK_ROWS, SCRATCH } from './column-memory.ts';
import type { PagedNumbers } from './paged-numbers.ts';
import { PagedValues, pagesOf } from './paged-values.ts';

const CODE_BITS = 8;
/** Doubles of a block: its least value, its bounds in ascending order, an infinite one, and its greatest value. */
const DOUBLES = 256;
const BOUND_BITS = (DOUBLES * 64) / BLOCK_ROWS;
/** Values of a block from which its bounds are chosen. */
const SAMPLE = 1_024;
/** An odd factor, so that rows of a sample differ, and have every remainder of a power of two. */
const SAMPLE_STEP = 5_063;
const sample = new Float64Array(SAMPLE);

/**
 * A byte for each number of a block, so that a range reads few numbers. A block has bounds. The code of a number is 1 plus the
 * number of bounds that are not greater; NaN has 0. So only the numbers with the codes of the ends of a range have to be compared.
 * Codes are made when a whole block is first searched, and again after as many numbers were set as it has.
 */
export class RoughCodes {
  readonly #values: PagedNumbers;
  readonly #codes: PagedValues;
  readonly #bounds: PagedValues;
  /** For each whole block, how many numbers may still be set until its codes are made again. 0: it has none. */
  readonly #left: number[] = [];

  constructor(values: PagedNumbers) {
    this.#values = values;
    this.#codes = new PagedValues(values.memory, CODE_BITS);
    this.#bounds = new PagedValues(values.memory, BOUND_BITS);
  }

  get pages(): number {
    return this.#codes.pages + this.#bounds.pages;
  }

  missing(rows: number): number {
    return this.#codes.missing(inBlocks(rows)) + this.#bounds.missing(inBlocks(rows));
  }

  /** Takes pages for the whole blocks of so many rows. Returns false if the memory has no room for them. */
  grow(rows: number): boolean {
    if (!this.#codes.grow(inBlocks(rows)) || !this.#bounds.grow(inBlocks(rows))) return false;
    while (this.#left.length * BLOCK_ROWS < inBlocks(rows)) this.#left.push(0);
    return true;
  }

  /** Notes that the number of a row was set. */
  set(row: number, number: number): void {
    const block = Math.floor(row / BLOCK_ROWS);
    const left = this.#left[block] ?? 0;
    if (left === 0) return;
    this.#left[block] = left - 1;
    const { bytes, numbers, kernels } = this.#values.memory;
    const address = this.#boundsOf(block);
    bytes[this.#codes.address(row)] = kernels.roughCode(address, number);
    const bounds = address >> 3;
    if (number < (numbers[bounds] ?? 0)) numbers[bounds] = number;
    if (number > (numbers[bounds + DOUBLES - 1] ?? 0)) numbers[bounds + DOUBLES - 1] = number;
  }

  /** Returns whether a number of a block may be from `low` to `high`. */
  mayHave(firstRow: number, low: number, high: number): boolean {
    const block = firstRow / BLOCK_ROWS;
    if ((this.#left[block] ?? 0) === 0) return true;
    const { numbers } = this.#values.memory;
    const bounds = this.#boundsOf(block) >> 3;
    return (numbers[bounds] ?? 0) <= high && (numbers[bounds + DOUBLES - 1] ?? 0) >= low;
  }

  /** Marks the numbers from `low` to `high` of a block from its first row on. `rows` is a multiple of 64. */
  mark(firstRow: number, rows: number, low: number, high: number, mask: number): void {
    const { kernels } = this.#values.memory;
    const block = firstRow / BLOCK_ROWS;
    const values = this.#values.address(firstRow);
    if (this.#left[block] === 0 && rows === BLOCK_ROWS) this.#make(block);
    if ((this.#left[block] ?? 0) === 0) kernels.between(values, rows, low, high, mask);
    else {
      const codes = this.#codes.address(firstRow);
      kernels.betweenRough(codes, values, this.#boundsOf(block), rows, low, high, mask, SCRATCH.rows);
    }
  }

  free(): void {
    this.#codes.free();
    this.#bounds.free();
    this.#left.length = 0;
  }

  #boundsOf(block: number): number {
    return this.#bounds.address(block * BLOCK_ROWS);
  }

  #make(block: number): void {
    const { kernels, numbers } = this.#values.memory;
    const values = this.#values.address(block * BLOCK_ROWS);
    for (let i = 0; i < SAMPLE; i++) {
      sample[i] = numbers[(values >> 3) + ((i * SAMPLE_STEP) % BLOCK_ROWS)] ?? 0;
    }
    const address = this.#boundsOf(block);
    const bounds = numbers.subarray(address >> 3, (address >> 3) + DOUBLES);
    bounds.fill(Number.POSITIVE_INFINITY);
    bounds.set(chooseBounds(sample), 1);
    kernels.writeRough(values, BLOCK_ROWS, address, this.#codes.address(block * BLOCK_ROWS));
    this.#left[block] = BLOCK_ROWS;
  }
}

function inBlocks(rows: number): number {
  return rows - (rows % BLOCK_ROWS);
}

/** Returns the pages that the codes of so many rows take. */
export function roughPages(rows: number): number {
  return pagesOf(inBlocks(rows), CODE_BITS) + pagesOf(inBlocks(rows), BOUND_BITS);
}
