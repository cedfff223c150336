import type { SqlEngine } from '../engine.ts';
import { segmentsOf } from '../records/writes/given-records.ts';
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
  const [records = [], ...repeated] = segmentsOf(batch.records);
  const [first] = records;
  if (first === undefined || repeated.length > 0) return false;
  const { shape } = first;
  if (!records.every((record) => record.complete && record.shape === shape)) return false;
  const { from, to, changes } = batch;
  const counts = { ...batch.counts, created: batch.counts.created + records.length };
  return yield* importNew(engine, { ...write, ref, shape, records, from, to, counts, changes });
}
