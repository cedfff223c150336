import {
  createKernelMemory,
  instantiateKernels,
  type KernelMemory,
  type Kernels,
} from '../kernels/kernels.ts';
import { IndexGate } from './index-gate.ts';

/** The unit in which memory is taken and given back. */
export const PAGE_BYTES = 64 * 1024;
/** The rows of a block, over which kernels run at once. The numbers of a block fill a page. */
export const BLOCK_ROWS = PAGE_BYTES / Float64Array.BYTES_PER_ELEMENT;
/** The codes of a column of text, from 0. A table of codes has a byte for each. */
const CODES = 4_096;
const MASK_BYTES = BLOCK_ROWS / 8;

/** Places that a search uses while it runs. They are in the first pages, which are never given out. */
export const SCRATCH = {
  tables: 0,
  tableBytes: CODES,
  tableCount: PAGE_BYTES / CODES,
  masks: PAGE_BYTES,
  maskBytes: MASK_BYTES,
  maskCount: PAGE_BYTES / MASK_BYTES,
  /** Rows of a block, as 32-bit integers. */
  rows: 2 * PAGE_BYTES,
  /** Doubles. */
  state: 2 * PAGE_BYTES + BLOCK_ROWS * Int32Array.BYTES_PER_ELEMENT,
  /** The heap of the first rows of an order. */
  keys: 3 * PAGE_BYTES,
  keyRows: 3 * PAGE_BYTES + CODES * Float64Array.BYTES_PER_ELEMENT,
  keyCount: CODES,
  /** The keys of a block, as doubles, and the addresses of the pages with its text. */
  blockKeys: 4 * PAGE_BYTES,
  pageTable: 5 * PAGE_BYTES,
  /** A text that rows are compared with. */
  needle: 6 * PAGE_BYTES,
  /** The text of a position in an order. */
  position: 7 * PAGE_BYTES,
  /** A text without characters: the end of a text. */
  emptyText: 8 * PAGE_BYTES - 8,
  pages: 8,
} as const;

const encoder = new TextEncoder();
/** UTF-16 units of a written text, whose UTF-8 fits into a page. */
const WRITTEN_UNITS_MAX = 16_384;
/** A byte that UTF-8 does not have. */
const END_OF_TEXT = 0xff;

/** The pages by which the memory grows, to replace the views rarely. */
const GROWTH = 16;

/**
 * The memory of all columns: pages of one `WebAssembly.Memory`, which never grows beyond the limit. Given pages are reused.
 * The views are replaced when it grows, so read them from here each time.
 */
export class ColumnMemory {
  readonly kernels: Kernels;
  /** For indexes that another thread reads. */
  readonly gate = new IndexGate();
  numbers: Float64Array;
  codes: Uint16Array;
  ints: Int32Array;
  bytes: Uint8Array;
  readonly #memory: KernelMemory;
  readonly #limit: number;
  readonly #free: number[] = [];
  #pages: number = SCRATCH.pages;
  #inUse = 0;
  #reserved = 0;

  constructor(limitBytes: number) {
    this.#limit = Math.max(0, Math.floor(limitBytes / PAGE_BYTES));
    this.#memory = createKernelMemory(SCRATCH.pages, SCRATCH.pages + this.#limit);
    this.kernels = instantiateKernels(this.#memory);
    const { buffer } = this.#memory;
    this.numbers = new Float64Array(buffer);
    this.codes = new Uint16Array(buffer);
    this.ints = new Int32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.bytes[SCRATCH.emptyText] = END_OF_TEXT;
  }

  /** The bytes, for another thread. Longer when the memory has grown. */
  get shared(): SharedArrayBuffer {
    return this.#memory.buffer;
  }

  /** Bytes of pages in use, and reserved. */
  get used(): number {
    return (this.#inUse + this.#reserved) * PAGE_BYTES;
  }

  /** The number of pages that can be taken or reserved. */
  get room(): number {
    return this.#limit - this.#inUse - this.#reserved;
  }

  /** Returns the address of a page with any content. Null: the limit is reached. */
  take(): number | null {
    if (this.room < 1) return null;
    const page = this.#free.pop() ?? this.#extend();
    if (page !== null) this.#inUse++;
    return page;
  }

  give(page: number): void {
    this.#free.push(page);
    this.#inUse--;
  }

  /** Counts memory outside of the pages. Returns false if the limit is reached. */
  reserve(pages: number): boolean {
    if (this.room < pages) return false;
    this.#reserved += pages;
    return true;
  }

  release(pages: number): void {
    this.#reserved -= pages;
  }

  /** Writes a text to a page of scratch memory. Leaves out what no text of a column is long enough for. */
  writeText(text: string, page: number): void {
    const bytes = this.bytes.subarray(page, page + 3 * WRITTEN_UNITS_MAX);
    const { written } = encoder.encodeInto(text.slice(0, WRITTEN_UNITS_MAX), bytes);
    this.bytes[page + written] = END_OF_TEXT;
  }

  #extend(): number | null {
    const { buffer } = this.#memory;
    if (this.#pages * PAGE_BYTES === buffer.byteLength) {
      try {
        this.#memory.grow(Math.min(GROWTH, SCRATCH.pages + this.#limit - this.#pages));
      } catch {
        // The system has no memory left.
        return null;
      }
      const grown = this.#memory.buffer;
      this.numbers = new Float64Array(grown);
      this.codes = new Uint16Array(grown);
      this.ints = new Int32Array(grown);
      this.bytes = new Uint8Array(grown);
    }
    return this.#pages++ * PAGE_BYTES;
  }
}
