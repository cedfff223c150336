import type { Column } from '@vitrine/core/storage';
import type { LogPlace } from '../../records/reads/log-place.ts';
import { PAGE_BYTES } from '../memory/column-memory.ts';
import { IndexGate } from '../memory/index-gate.ts';
import type { ColumnRows } from '../rows/column-rows.ts';
import { type IndexPages, link, type TextIndex } from '../texts/text-index.ts';

/**
 * Where another thread finds the records with a text in the memory of the columns: addresses, for one epoch of the
 * gate. With the records that the log names after its place, and those after `lastSeq` if it does not name new ones,
 * the found ones are all that have the text, and some others.
 *
 * The invariant, by thread. The *keeper* keeps the columns; the *reader* is the serving thread.
 *
 * 1. Only the keeper writes the memory. It writes links (`heads`, `next`, `changes`) of an index within
 *    `IndexGate.change`. It writes the number of a row before a link leads to that row, so who holds the lock sees
 *    the number of each row on a chain. Everything else, such as values, texts and which rows exist, it writes
 *    without the lock.
 * 2. The reader reads links and numbers of rows alone, and only within `IndexGate.read` of the published epoch. It
 *    never waits for the lock, and holds it for one search of at most `CANDIDATES_MAX` records. The keeper waits for
 *    it.
 * 3. Within an epoch a chain only grows at its head. A row that changes gets another entry, and keeps the ones it
 *    has. So a chain has all rows that had the text at the published place in the log or had it later. SQL applies
 *    the whole filter to the candidates, so others on the chain do no harm.
 * 4. The keeper calls `endEpoch` before a page is given back, an index is built again, or a row gets another record
 *    (`TextIndex.free`, `ColumnRows.truncate` and `free`). After that the reader gets null for the old epoch, so it
 *    never follows an address whose page has another meaning.
 * 5. An address is the first byte of a page of `PAGE_BYTES`. Value i of a list is on its page ⌊i / n⌋ at place i mod
 *    n, with n values to a page: links are 32-bit integers, numbers of rows are doubles, and change c has two
 *    integers, its row at 2c and its link at 2c + 1. The lists are those of the moment of publication. A row or an
 *    entry that was added on a later page has no address, and makes the search return null.
 * 6. `memory` is the buffer at that moment. When the memory grows, its start stays the same memory, so the published
 *    addresses stay right.
 *
 * Nothing else may read the memory from another thread: what a page means is known to the keeper alone. The only user
 * is the answerer `candidates` (`records/answerers.ts`).
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
