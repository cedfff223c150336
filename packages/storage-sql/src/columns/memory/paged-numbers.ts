import type { ColumnMemory } from './column-memory.ts';
import { PagedValues } from './paged-values.ts';

export const NUMBER_BITS = 64;

/** Doubles by row. */
export class PagedNumbers extends PagedValues {
  constructor(memory: ColumnMemory) {
    super(memory, NUMBER_BITS);
  }

  get(row: number): number {
    return this.memory.numbers[this.address(row) >> 3] ?? Number.NaN;
  }

  set(row: number, number: number): void {
    this.memory.numbers[this.address(row) >> 3] = number;
  }
}
