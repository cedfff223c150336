import type { ExportedRecords } from '@vitrine/core/storage';
import { Export, type ExportRecords, type Row } from '@vitrine/storage-sql';
import { type Connection, fixed } from './connections/connection.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';

const BEGIN = fixed('BEGIN');
const COMMIT = fixed('COMMIT');

export interface ExportChunk {
  readonly chunk: ExportedRecords;
  /** Whether this is the last one. */
  readonly done: boolean;
}

/**
 * An export on a connection of its own, which reads one snapshot until it is released. Each chunk is a statement that begins
 * after the last record, so no statement is open while the reader handles a chunk.
 */
export interface OpenExport {
  readonly connection: Connection;
  read(): ExportChunk;
  /** Lets go of the snapshot, so that the log can be written back. The next chunk begins a new one. */
  release(): void;
}

/** The numbers of the records of an order without an index, sorted by the first chunk. */
interface SortedNumbers {
  readonly seqs: readonly number[];
  /** Whether more records match than these. */
  readonly hasMore: boolean;
  /** The index of the first one that has not been read. */
  next: number;
}

export function openExport(connection: Connection, args: ExportRecords): OpenExport {
  const source = new Export(sqliteEngine, args);
  let sorted: SortedNumbers | null = null;
  let hasBegun = false;

  function begin(): void {
    connection.execute(BEGIN);
    if (hasBegun) source.requireStore(connection.execute(source.store()));
    hasBegun = true;
  }

  /** Sorts numbers, not rows, and at once, so that the files of the sort are as small and as short-lived as they can be. */
  function sortNumbers(): SortedNumbers | null {
    const statement = source.sortedNumbers();
    if (statement === null) return null;
    const seqs: number[] = [];
    for (const [seq] of connection.iterate(statement)) seqs.push(seq as number);
    const hasMore = seqs.length > args.limit;
    if (hasMore) seqs.length = args.limit;
    return { seqs, hasMore, next: 0 };
  }

  function* numberedRows(numbers: SortedNumbers): Generator<Row, void> {
    const { seqs, hasMore } = numbers;
    while (numbers.next < seqs.length) {
      const end = numbers.next + sqliteEngine.numbered.most;
      for (const row of connection.iterate(source.numbered(seqs.slice(numbers.next, end), hasMore))) {
        numbers.next = seqs.indexOf(source.seqOf(row), numbers.next) + 1;
        yield row;
      }
      numbers.next = Math.min(end, seqs.length);
    }
  }

  return {
    connection,
    read() {
      if (!connection.inTransaction) begin();
      sorted ??= sortNumbers();
      const rows = sorted === null ? connection.iterate(source.rest()) : numberedRows(sorted);
      for (const row of rows) {
        source.add(row);
        if (source.isFull) return { chunk: source.take(), done: false };
      }
      return { chunk: source.end(), done: true };
    },
    release() {
      if (connection.inTransaction) connection.execute(COMMIT);
    },
  };
}
