import type { Millis, StoreRow } from '../../ground/rows.ts';
import type { WriteAuthor } from '../writes/write-options.ts';
import type { RecordState } from './record-state.ts';
import type { UpsertRecord } from './records.ts';

/** A record as a transaction has read it. */
export interface ReadRecord {
  readonly id: string;
  /** Null: there was no live record with the id. */
  readonly state: RecordState | null;
}

/** A store that a transaction uses, as it was read, with the records that were read of it. Each id occurs once. */
export interface StoreReads {
  readonly store: StoreRow;
  readonly records: readonly ReadRecord[];
}

/** A write of a transaction to one store. */
export type TransactionWrite = {
  readonly store: StoreRow;
  /** Null: a program that embeds Vitrine and uses no key. */
  readonly by: WriteAuthor | null;
  readonly now: Millis;
} & (
  | {
      readonly kind: 'upsert';
      /** At least one. Records with the same id are applied in order. */
      readonly records: readonly UpsertRecord[];
      /** What `RecordStorage.upsert` returns for them. */
      readonly outcomes: readonly ('created' | 'updated')[];
    }
  /** All ids are of live records. */
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
);

/** What a transaction has read and what it writes. */
export interface RecordTransaction {
  /** Each store of a read or a write once. */
  readonly reads: readonly StoreReads[];
  /** In order. */
  readonly writes: readonly TransactionWrite[];
  /** The time of all reads, by which records expire. */
  readonly now: Millis;
}
