import { BoundedMap } from '@vitrine/core/adapter';
import type { Column, Comparison, Filter } from '@vitrine/core/storage';
import type { Candidates } from '../../records/reads/find-among-candidates.ts';
import type { FindRecords } from '../../records/reads/record-query.ts';
import { textHash } from '../kernels/text-hash.ts';
import { IndexReader, type PublishedStore } from './published-index.ts';

/** Records that are looked up one by one, at most. */
const CANDIDATES_MAX = 64;
/** Milliseconds after which the thread that keeps columns is asked again, so that it notices that they are used. */
const UNASKED_MS = 1_000;
const STORES_KEPT = 1_000;

interface KnownStore {
  readonly reader: IndexReader;
  askedAt: number;
  /** Questions since then. */
  lookedUp: number;
}

/** Finds the records with a text in the indexes of the thread that keeps columns, without asking it. */
export interface TextLookUps {
  /** Returns the candidates of a page. Null: the thread is to be asked, or there are too many. */
  candidates(args: FindRecords): Candidates | null;
  /** Returns how often candidates were found since the thread was asked, and the state of the indexes that are known. */
  of(storeNumber: number): { readonly lookedUp: number; readonly published: string | null };
  /** Notes that the thread has answered, and what it has published. Null: as before. */
  answered(storeNumber: number, published: PublishedStore | null): void;
  clear(): void;
}

export function textLookUps(): TextLookUps {
  const known = new BoundedMap<number, KnownStore>(STORES_KEPT);
  return {
    candidates({ where, storeNumber }) {
      const store = known.get(storeNumber);
      if (store === undefined || performance.now() > store.askedAt + UNASKED_MS) return null;
      const { indexes, position, log, lastSeq } = store.reader.store;
      const texts = listedTexts(where, indexes);
      if (texts === null) return null;
      const hashes = texts.values.map((text) => textHash(Buffer.from(text)));
      const seqs = store.reader.find(texts.column, hashes, CANDIDATES_MAX);
      if (seqs === null) return null;
      store.lookedUp++;
      return { position, log, lastSeq, seqs };
    },
    of(storeNumber) {
      const store = known.get(storeNumber);
      return { lookedUp: store?.lookedUp ?? 0, published: store?.reader.store.state ?? null };
    },
    answered(storeNumber, published) {
      const before = known.get(storeNumber);
      if (published === null) {
        if (before === undefined) return;
        before.askedAt = performance.now();
        before.lookedUp = 0;
        return;
      }
      known.set(storeNumber, { reader: new IndexReader(published), askedAt: performance.now(), lookedUp: 0 });
    },
    clear: () => known.clear(),
  };
}

/** Returns a column, and the few texts of which each match has one. Null: the filter does not say so. */
function listedTexts(where: Filter, indexes: PublishedStore['indexes']): ListedTexts | null {
  if ('any' in where) return null;
  if ('all' in where)
    return where.all.map((part) => listedTexts(part, indexes)).find((part) => part !== null) ?? null;
  const { column } = where;
  if (!indexes.has(column)) return null;
  const values = valuesOf(where);
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length && values.length > 0 && values.length <= CANDIDATES_MAX
    ? { column, values: texts }
    : null;
}

interface ListedTexts {
  readonly column: Column;
  readonly values: readonly string[];
}

function valuesOf(comparison: Comparison): readonly (string | number)[] {
  if (comparison.op === 'in') return comparison.values;
  return comparison.op === 'eq' ? [comparison.value] : [];
}
