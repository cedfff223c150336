import type { SqlEngine } from '../engine.ts';
import { recordsOf, segmentsOf } from '../records/runs.ts';
import type { Steps } from '../statements/statement.ts';
import type { AdvanceImport } from './advance.ts';

/**
 * Does what `advanceImport` does if all records of the batch are new, with one statement. Returns false, and has changed
 * nothing, if they are not, or in any other case that `advanceImport` decides.
 */
export function* advanceNew(engine: SqlEngine, { ref, write, batch }: AdvanceImport): Steps<boolean> {
  const { importNew } = engine.recordWrites;
  if (importNew === null || write.expiredUpTo !== null || engine.recordNumbers.kind !== 'drawn') return false;
  if (batch.refused.length > 0 || batch.drafts.length > 0) return false;
  const [run, ...others] = batch.runs;
  if (run === undefined || others.length > 0 || !run.complete) return false;
  const [records = [], ...repeated] = segmentsOf(recordsOf(batch.runs));
  if (repeated.length > 0) return false;
  const { from, to, changes } = batch;
  const counts = { ...batch.counts, created: batch.counts.created + records.length };
  return yield* importNew(engine, { ...write, ref, shape: run.shape, records, from, to, counts, changes });
}
