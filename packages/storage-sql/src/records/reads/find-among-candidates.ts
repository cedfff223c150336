import type { LogPlace } from './log-place.ts';
import type { FindRecords } from './record-query.ts';

/**
 * Records with all that match a search, if those are added that the log names after its place, and those after
 * `lastSeq` if it does not name new ones.
 */
export interface Candidates extends LogPlace {
  readonly seqs: ReadonlySet<number>;
  readonly lastSeq: number;
}

/** A page whose records are all among the candidates and those that the log names since. */
export interface FindAmongCandidates extends FindRecords {
  readonly candidates: Candidates;
}
