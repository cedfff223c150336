import { setImmediate as nextTurn } from 'node:timers/promises';

/** Cells that are examined in one turn of the event loop, which takes a few milliseconds. */
const CELLS_A_TURN = 2_000;
/** Bytes of text that take as long as a short cell. */
const BYTES_OF_A_CELL = 500;

/** Lets other work of the process run in between, because the sample of a file may have millions of cells. */
export class CellPace {
  #cells = 0;

  /** To be called after so many cells, with the bytes of their text. */
  async add(cells: number, bytes: number): Promise<void> {
    this.#cells += cells + bytes / BYTES_OF_A_CELL;
    if (this.#cells < CELLS_A_TURN) return;
    this.#cells = 0;
    await nextTurn();
  }
}
