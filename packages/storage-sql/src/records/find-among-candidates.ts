import type { Candidates } from '../columns/text-look-ups.ts';
import type { FindRecords } from './reads.ts';

/** A page whose records are all among the candidates and those that the log names since. */
export interface FindAmongCandidates extends FindRecords {
  readonly candidates: Candidates;
}
