import { KERNEL_MODULE } from './kernel-module.ts';

/**
 * The inner loops over columns. Values, codes and masks are addresses in one memory. A mask has a bit for each row; `rows`
 * is a multiple of 64. The newest row is the last one. Source: `packages/storage-sql/kernels`.
 */
export interface Kernels {
  /** Marks the values from `low` to `high`, both included. NaN is never marked. */
  between(values: number, rows: number, low: number, high: number, mask: number): void;
  /** Returns the rough code of a value by the bounds of its block. 0 for NaN. */
  roughCode(bounds: number, value: number): number;
  /**
   * Writes the rough codes of values by the bounds of their block, and the least and the greatest value beside these. Values may be
   * NaN.
   */
  writeRough(values: number, rows: number, bounds: number, codes: number): void;
  /** Marks the same as `between`. Reads only the values whose codes do not decide, whose rows it lists: at most an eighth. */
  betweenRough(
    codes: number,
    values: number,
    bounds: number,
    rows: number,
    low: number,
    high: number,
    mask: number,
    listed: number,
  ): void;
  /** Unmarks the values that are not from `low` to `high`, both included. NaN is unmarked. */
  keepBetween(values: number, rows: number, low: number, high: number, mask: number): void;
  /** Marks the unsigned 32-bit integers from `low` to `high`, both included. */
  between32(values: number, rows: number, low: number, high: number, mask: number): void;
  /**
   * Marks the rows of the texts from an address to another one that contain a needle of at least one byte, whose letters A to
   * Z are lower. `anchors`: 1 if the text has to start with it, plus 2 if it has to end with it. Other marks stay.
   */
  search(from: number, end: number, needle: number, length: number, anchors: number, mask: number): void;
  /** Returns a 32-bit integer. */
  hashText(text: number): number;
  /** Returns a negative number, 0 or a positive one, by the order of bytes. */
  compareTexts(text: number, other: number): number;
  /** Returns a number that is less only if the text is less, from its first bytes. */
  textPrefix(text: number): number;
  /** Writes the prefixes of the texts at places as doubles, NaN for unset ones. `pages` are addresses of their pages. */
  textPrefixes(places: number, rows: number, pages: number, out: number): void;
  /** Marks the rows with the code. */
  equalCode(codes: number, rows: number, code: number, mask: number): void;
  /** Marks the rows for whose code the table has a byte 1. */
  listedCode(codes: number, rows: number, table: number, mask: number): void;
  and(mask: number, other: number, rows: number): void;
  or(mask: number, other: number, rows: number): void;
  not(mask: number, rows: number): void;
  /** Returns the number of marked rows. */
  count(mask: number, rows: number): number;
  /** Writes at most `limit` marked rows as 32-bit integers, newest first. Returns how many. */
  newest(mask: number, rows: number, limit: number, out: number): number;
  /**
   * Writes the sum of the set values of at most 8,192 marked rows that are a number of millionths within ±10^15, in
   * millionths, and their number, as two 64-bit integers. Writes the other values as doubles. Returns how many.
   */
  addUp(values: number, mask: number, rows: number, state: number, others: number): number;
  /** Extends two doubles, the least and the greatest value, by the set values of marked rows. */
  extremes(values: number, mask: number, rows: number, state: number): void;
  /**
   * Keeps the first `limit` marked rows in the order of `sign × value` and then of `ties × row`, that come after a
   * position: a key and a row. `base` is added to the rows. The rows and keys are a heap
   * of `held` entries with the last of the order at its root. Returns how many are held then.
   */
  first(
    values: number,
    mask: number,
    rows: number,
    base: number,
    sign: number,
    ties: number,
    after: number,
    afterRow: number,
    limit: number,
    held: number,
    keys: number,
    out: number,
  ): number;
}

/** A `WebAssembly.Memory` that threads may share. Its buffer is replaced by a longer one of the same bytes when it grows. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer;
  /** @throws RangeError beyond the maximum, or if the system has no memory left. */
  grow(pages: number): number;
}

/** The part of the global that is used. The types of Node do not declare it. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** Compiled when it is first used, because most threads never use it. */
let module: object | null = null;

/** Creates a memory of at most `maximum` pages. */
export function createKernelMemory(initial: number, maximum: number): KernelMemory {
  return new WebAssembly.Memory({ initial, maximum, shared: true });
}

export function instantiateKernels(memory: KernelMemory): Kernels {
  module ??= new WebAssembly.Module(Buffer.from(KERNEL_MODULE, 'base64'));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Kernels;
}
