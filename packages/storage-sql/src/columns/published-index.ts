import type { Column } from '@vitrine/core/storage';
import type { LogPlace } from './change-tracking.ts';
import { PAGE_BYTES } from './column-memory.ts';
import type { ColumnRows } from './column-rows.ts';
import { IndexGate } from './index-gate.ts';
import { type IndexPages, link, type TextIndex } from './text-index.ts';

/**
 * Where another thread finds the records with a text in the memory of the columns: addresses, for one epoch of the gate. With
 * the records that the log names after its place, and those after `lastSeq` if it does not name new ones, the found ones are all
 * that have the text, and some others.
 */
export interface PublishedStore extends LogPlace {
  /** Differs from that of other indexes and of other rows. */
  readonly state: string;
  readonly memory: SharedArrayBuffer;
  readonly gate: SharedArrayBuffer;
  readonly epoch: number;
  /** The number of the last record that is contained. */
  readonly lastSeq: number;
  /** The pages with the numbers of records by row. */
  readonly seqs: readonly number[];
  readonly indexes: ReadonlyMap<Column, IndexPages>;
}

/**
 * Publishes the indexes that contain all rows. Null: there are none, or their state is `known`.
 * The place in the log is that up to which the rows are current.
 */
export function publishIndexes(
  rows: ColumnRows,
  { position, log }: LogPlace,
  known: string | null,
): PublishedStore | null {
  const whole = new Map<Column, TextIndex>();
  for (const [name, column] of rows.columns) {
    if (column.kind === 'arena' && column.index.rows === rows.count) whole.set(name, column.index);
  }
  if (whole.size === 0) return null;
  const { gate, shared } = rows.memory;
  const { epoch } = gate;
  const { lastSeq } = rows;
  const state = [epoch, position, log, lastSeq, ...whole.keys()].join();
  if (state === known) return null;
  return {
    state,
    memory: shared,
    gate: gate.cells,
    epoch,
    position,
    log,
    lastSeq,
    seqs: rows.seqs.addresses,
    indexes: new Map([...whole].map(([name, index]) => [name, index.addresses])),
  };
}

/** Finds records in published indexes. */
export class IndexReader {
  readonly store: PublishedStore;
  readonly #gate: IndexGate;
  readonly #ints: Int32Array;
  readonly #numbers: Float64Array;

  constructor(store: PublishedStore) {
    this.store = store;
    this.#gate = new IndexGate(store.gate);
    this.#ints = new Int32Array(store.memory);
    this.#numbers = new Float64Array(store.memory);
  }

  /**
   * Returns the numbers of records, with all that had one of the texts by their hashes. Null: there are more than `most`, or
   * the indexes are changed or have been moved.
   */
  find(column: Column, hashes: readonly number[], most: number): Set<number> | null {
    const pages = this.store.indexes.get(column);
    if (pages === undefined) return null;
    return this.#gate.read(this.store.epoch, () => {
      const found = new Set<number>();
      return hashes.every((hash) => this.#follow(pages, hash, most, found)) ? found : null;
    });
  }

  /** Adds the records of a chain. Returns false if they are too many, or on pages that are not known. */
  #follow(
    { buckets, heads, next: nexts, changes }: IndexPages,
    hash: number,
    most: number,
    found: Set<number>,
  ) {
    let next = integerAt(this.#ints, heads, (hash & (buckets - 1)) >>> 0);
    while (next !== undefined && next !== 0) {
      const change = link.isChange(next) ? 2 * link.changeOf(next) : null;
      const row = change === null ? link.rowOf(next) : integerAt(this.#ints, changes, change);
      const seq = row === undefined ? undefined : this.#seqOf(row);
      if (row === undefined || seq === undefined || found.size === most) return false;
      found.add(seq);
      next = change === null ? integerAt(this.#ints, nexts, row) : integerAt(this.#ints, changes, change + 1);
    }
    return next === 0;
  }

  #seqOf(row: number): number | undefined {
    const page = this.store.seqs[Math.floor(row / PAGE_NUMBERS)];
    return page === undefined
      ? undefined
      : this.#numbers[page / Float64Array.BYTES_PER_ELEMENT + (row % PAGE_NUMBERS)];
  }
}

const PAGE_INTEGERS = PAGE_BYTES / Int32Array.BYTES_PER_ELEMENT;
const PAGE_NUMBERS = PAGE_BYTES / Float64Array.BYTES_PER_ELEMENT;

function integerAt(ints: Int32Array, pages: readonly number[], index: number): number | undefined {
  const page = pages[Math.floor(index / PAGE_INTEGERS)];
  const value =
    page === undefined ? undefined : ints[page / Int32Array.BYTES_PER_ELEMENT + (index % PAGE_INTEGERS)];
  return value === undefined ? undefined : value >>> 0;
}
