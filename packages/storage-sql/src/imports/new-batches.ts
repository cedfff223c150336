import { dropOldest } from '../statements/drop-oldest.ts';

/**
 * Batches of an import that are not tried after one with existing records, because the next ones probably have some too. The
 * number doubles with each further failure.
 */
const SKIPPED = { first: 8, most: 256 };
const IMPORTS_KEPT = 1_000;

/** Remembers, by import, whether batches had only new records. */
export interface NewBatches {
  /** Returns whether to try to write the next batch as one of new records, and counts it. */
  isDue(importId: string): boolean;
  note(importId: string, isNew: boolean): void;
}

/** The failures of an import since its last success. */
interface Failures {
  /** Batches that are still to be skipped. */
  left: number;
  /** Batches to skip after the next failure. */
  next: number;
}

export function newBatches(): NewBatches {
  const failuresByImport = new Map<string, Failures>();
  return {
    isDue(importId) {
      const failures = failuresByImport.get(importId);
      if (failures === undefined || failures.left === 0) return true;
      failures.left--;
      return false;
    },
    note(importId, isNew) {
      const left = failuresByImport.get(importId)?.next ?? SKIPPED.first;
      failuresByImport.delete(importId);
      if (isNew) return;
      if (failuresByImport.size >= IMPORTS_KEPT) dropOldest(failuresByImport);
      failuresByImport.set(importId, { left, next: Math.min(SKIPPED.most, left * 2) });
    },
  };
}
