import type { Millis, NewJob, Slice, StoreRow } from '../../ground/rows.ts';
import type { BlobHash } from '../images/blobs.ts';
import type { UpsertOutcome, UpsertRecord } from '../records/records.ts';
import type { AuthoredWrite } from '../writes/write-options.ts';

export type ImportStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface ImportRef {
  readonly accountId: string;
  readonly storeId: string;
  readonly id: string;
}

/** A piece of the file, as a blob. */
export interface ImportChunk {
  readonly hash: BlobHash;
  readonly size: number;
}

/** Numbers of records of the file. */
export interface ImportCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** Where reading continues: after so many bytes and lines. The number of records before it is `read`. */
export interface ImportPosition {
  readonly bytes: number;
  readonly line: number;
}

export interface NewImport extends ImportRef {
  /** How the file is read and written, as plain JSON. Made and read by core only. */
  readonly plan: string;
  /** The file in order. */
  readonly chunks: readonly ImportChunk[];
  readonly createdAt: Millis;
}

export interface ImportRow extends NewImport, ImportCounts {
  readonly status: ImportStatus;
  readonly position: ImportPosition;
  /** Sample of changes of a dry run, as plain JSON. Made and read by core only. */
  readonly changes: string;
  /** The refused records that are kept: the first ones (`RefusedToKeep`). */
  readonly refusedKept: number;
  /** Why the import failed. */
  readonly reason: string | null;
  readonly startedAt: Millis | null;
  readonly finishedAt: Millis | null;
}

/** An import of a list. It omits the changes of a dry run, because they may be large. */
export type ListedImport = Omit<ImportRow, 'changes'>;

/** A page in newest-first order: imports whose `id` is less than `before`, at most `limit`. */
export interface ImportPage {
  readonly before: string | null;
  readonly limit: number;
}

/** The imports of all accounts that have not ended. */
export interface ImportLoad {
  readonly queued: number;
  readonly running: number;
  /** When the oldest queued import was created. Null: none is queued. */
  readonly oldestQueuedAt: Millis | null;
}

/** A record of the file that was refused: where it is, and why. */
export interface RefusedRecord extends ImportPosition {
  /** The number of the record in the file, from 1. */
  readonly row: number;
  /** Bytes of the record in the file after `bytes`. */
  readonly length: number;
  /** Field paths to messages, as plain JSON. */
  readonly errors: string;
}

/** A record to write, and its place in the file in case that the storage refuses it. */
export interface ImportedRecord extends UpsertRecord {
  /** `errors` applies if the record does not exist and is not complete. */
  readonly place: RefusedRecord;
}

/** `exists`: only in a batch that only inserts. `unchanged`: the record has the given values; nothing is written. */
export type ImportOutcome = UpsertOutcome | 'exists' | 'unchanged';

/** The state of a record in a dry run. */
export interface DraftRecord {
  readonly id: string;
  /** Values by slot, as plain JSON. */
  readonly values: string;
}

/** The result of a part of a file. */
export interface ImportBatch {
  /** The position before the batch. */
  readonly from: ImportPosition;
  readonly to: ImportPosition;
  /** `insert`: a record with an existing id is refused with `existsErrors`. */
  readonly mode: 'upsert' | 'insert';
  readonly records: readonly ImportedRecord[];
  /** `errors` of a record that exists or would be too large. */
  readonly existsErrors: string;
  readonly tooLargeErrors: string;
  /** What core has counted: records that need no write. Those of `records` are added by their outcomes. */
  readonly counts: ImportCounts;
  readonly refused: readonly RefusedRecord[];
  readonly drafts: readonly DraftRecord[];
  readonly changes: string;
}

export interface ImportEnd {
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly reason: string | null;
  /** A dry run has written nothing, whatever its counts say. Default: false. */
  readonly isDryRun?: boolean;
}

/** What `trim` removes: what an import does not need after its end, or everything. */
export type TrimScope = 'unneeded' | 'all';

export interface Trimmed {
  /** Whether another call has more to remove. */
  readonly more: boolean;
  /** Blobs of the file whose use by the import has ended. */
  readonly released: readonly BlobHash[];
}

/** Which imports `findRemovable` finds: those of a store, or those that ended before a time. */
export type Removable = { readonly storeId: string } | { readonly endedBefore: Millis };

/**
 * Imports of files into stores. An import uses the blobs of its file until `trim` ends their use.
 */
export interface ImportStorage {
  /** Inserts a queued import, records its use of the blobs, and enqueues its job in one step. */
  insert(row: NewImport, enqueue: readonly NewJob[]): Promise<void>;
  get(ref: ImportRef): Promise<ImportRow | null>;
  /** Returns the imports of a store by descending `id`. Core assigns rising ids, so that is newest first. */
  list(store: Omit<ImportRef, 'id'>, page: ImportPage): Promise<Slice<ListedImport>>;
  load(): Promise<ImportLoad>;
  /**
   * Writes the records, the refused ones and the progress in one step, and makes the import `running`. Records with the
   * same id are applied in order. Returns `'stale'` as writes of records do. Of two calls with one `from` one takes effect.
   * Calls for one import that are in flight together take effect in their order, or fail after one that failed.
   *
   * @throws UnavailableError if the import is not at `from` or has ended; nothing is written then.
   */
  advance(
    store: StoreRow,
    ref: ImportRef,
    batch: ImportBatch,
    now: Millis,
    options?: AuthoredWrite,
  ): Promise<'advanced' | 'stale'>;
  /** Ends an import that has not ended, and logs what it has written, if anything. False: it has ended. */
  finish(ref: ImportRef, end: ImportEnd, now: Millis, options?: AuthoredWrite): Promise<boolean>;
  /** Replaces the plan of an import that has ended. False: there is none. */
  replacePlan(ref: ImportRef, plan: string): Promise<boolean>;
  /** Returns at most `limit` refused records after the row, in the order of the file. */
  listRefused(ref: ImportRef, after: number, limit: number): Promise<RefusedRecord[]>;
  /** Returns the drafts with these ids. */
  findDrafts(ref: ImportRef, ids: readonly string[]): Promise<DraftRecord[]>;
  /**
   * Permanently removes a bounded part of an import that has ended: first its drafts; then the uses of its file unless
   * refused records are kept; with `all` also these records, their file, and at last the import. An import that has not
   * ended stays as it is.
   */
  trim(ref: ImportRef, scope: TrimScope): Promise<Trimmed>;
  /** Returns an import that has to be removed. Null: there is none. */
  findRemovable(which: Removable): Promise<ImportRow | null>;
}

/** Refused records that an import keeps. The others are only counted. */
export const REFUSED_KEPT = 1_000;
/** Bytes of different errors after which no further refused record is kept. Equal errors are kept once. */
const REFUSED_TEXT_BYTES = 64 * 1024;
/** Bytes that a row is counted as, besides its texts. */
const ROW_BYTES = 100;

/** The refused records of an import so far: their number, and those that it keeps. */
export interface RefusedSoFar {
  /** All refused records. */
  readonly refused: number;
  readonly kept: number;
  /** The first record with each text of errors. */
  readonly rowByErrors: ReadonlyMap<string, number>;
}

/** A refused record to keep. */
export interface RefusedToKeep extends RefusedRecord {
  /** The record that has the same errors. Null: this is the first one. */
  readonly sameAs: number | null;
}

/**
 * Returns those of a batch's refused records that are kept. The kept ones are the first of the import, so none is kept after
 * one that was not.
 */
export function keepRefused(
  { refused, kept, rowByErrors }: RefusedSoFar,
  batch: readonly RefusedRecord[],
): RefusedToKeep[] {
  if (kept < refused) return [];
  const rows = new Map(rowByErrors);
  let bytes = 0;
  for (const errors of rows.keys()) bytes += Buffer.byteLength(errors);
  const added: RefusedToKeep[] = [];
  for (const record of batch.toSorted((a, b) => a.row - b.row)) {
    const sameAs = rows.get(record.errors) ?? null;
    if (sameAs === null) {
      bytes += Buffer.byteLength(record.errors);
      rows.set(record.errors, record.row);
    }
    if (kept + added.length >= REFUSED_KEPT || bytes > REFUSED_TEXT_BYTES) break;
    added.push({ ...record, sameAs });
  }
  return added;
}

/** Returns the bytes that refused records count as in `importBytes`. */
export function bytesOfRefused(kept: readonly RefusedToKeep[]): number {
  return kept.reduce(
    (sum, { errors, sameAs }) => sum + ROW_BYTES + (sameAs === null ? Buffer.byteLength(errors) : 0),
    0,
  );
}

/** Returns the bytes that drafts count as in `importBytes`. */
export function bytesOfDrafts(drafts: readonly DraftRecord[]): number {
  return drafts.reduce((sum, { values }) => sum + ROW_BYTES + Buffer.byteLength(values), 0);
}

/** Returns the bytes of the file of an import. */
export function fileBytes(chunks: readonly ImportChunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the counts after a batch, by the outcomes of its records. */
export function countOutcomes(counts: ImportCounts, outcomes: readonly ImportOutcome[]): ImportCounts {
  const number = (wanted: ImportOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const [created, updated, unchanged] = [number('created'), number('updated'), number('unchanged')];
  return {
    ...counts,
    created: counts.created + created,
    updated: counts.updated + updated,
    unchanged: counts.unchanged + unchanged,
    refused: counts.refused + outcomes.length - created - updated - unchanged,
  };
}

/** Returns the records that the storage refused. `places`: those of the records of the batch in their file. */
export function refusedOutcomes(
  { existsErrors, tooLargeErrors }: Pick<ImportBatch, 'existsErrors' | 'tooLargeErrors'>,
  outcomes: readonly ImportOutcome[],
  places: readonly RefusedRecord[],
): RefusedRecord[] {
  const refused: RefusedRecord[] = [];
  outcomes.forEach((outcome, at) => {
    const place = places[at];
    if (place === undefined) throw new Error('there are more outcomes than records');
    if (outcome === 'incomplete') refused.push(place);
    else if (outcome === 'exists') refused.push({ ...place, errors: existsErrors });
    else if (outcome === 'too_large') refused.push({ ...place, errors: tooLargeErrors });
  });
  return refused;
}
