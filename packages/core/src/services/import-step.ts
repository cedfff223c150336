import { FileProblem } from '../imports/file-problem.ts';
import { readRecords } from '../imports/read-records.ts';
import type { WorkContext } from '../jobs/work-context.ts';
import type { ImportRef, ImportRow, StoreRow } from '../storage/index.ts';
import type { ServiceContext } from './context.ts';
import { afterWrite, type ImportTarget, type ReadBatch, withExisting } from './existing-records.ts';
import { planBatch } from './import-batch.ts';
import { inBatches, planBatches } from './import-batches.ts';
import { chunkReader, type ImportPlan, type ReadChunk, readFile } from './import-file.ts';

/** Milliseconds after which the job gives other jobs a turn. */
const SLICE = 200;
/** One for each job that runs at once. */
const CHUNKS_KEPT = 4;

/** Returns the step of the job that imports a file. */
export function importSteps(context: ServiceContext): WorkContext['advanceImport'] {
  const readChunk = chunkReader(context.storage, CHUNKS_KEPT);
  return (ref) => advanceImport(context, readChunk, ref);
}

/**
 * Writes each batch in one step with the position after it, so that after a crash the import continues there, and
 * nothing is written twice.
 */
async function advanceImport(
  context: ServiceContext,
  readChunk: ReadChunk,
  ref: ImportRef,
): Promise<'done' | 'more'> {
  const { storage, clock } = context;
  const row = await storage.imports.get(ref);
  if (row === null || row.finishedAt !== null) return 'done';
  const fail = async (reason: string) => {
    await storage.imports.finish(ref, { status: 'failed', reason }, clock());
    return 'done' as const;
  };
  const store = await storage.stores.get(ref.accountId, ref.storeId);
  if (store === null) return fail('The store was deleted.');
  const plan = JSON.parse(row.plan) as ImportPlan;
  const missing = findMissing(store, plan);
  if (missing !== undefined)
    return fail(`The property ${JSON.stringify(missing)} was deleted, renamed or replaced.`);

  const endsAt = performance.now() + SLICE;
  const { bytes } = row.position;
  const start = { ...row.position, row: row.read };
  const records = readRecords(readFile(readChunk, row.chunks, bytes), plan.records, start);
  const limits = await context.quotas.limitsOf(store.accountId);
  const target = { store, ref, plan, readsExisting: plan.dryRun || limits.records !== undefined };
  const planned = planBatches(context, store, plan.records, inBatches(records, bytes));
  const batches = withExisting(context, target, planned);
  let current = row;
  let written: ReadonlySet<string> = new Set();
  let problem: FileProblem | null = null;
  try {
    let ahead: ReturnType<typeof batches.next> | null = null;
    for (let took = 0; ; ) {
      const startedAt = performance.now();
      const next = await (ahead ?? batches.next()).catch((error: unknown) => {
        if (error instanceof FileProblem) return error;
        throw error;
      });
      if (next instanceof FileProblem) {
        problem = next;
        break;
      }
      if (next.done === true) break;
      // Is read while this batch is written, unless the slice probably ends with it.
      ahead = performance.now() + took < endsAt ? batches.next() : null;
      ahead?.catch(() => undefined);
      const batch = await afterWrite(context, target, next.value, written);
      const after = await writeBatch(context, target, current, batch);
      if (after === null) return 'more';
      current = after;
      written = batch.keys;
      const now = performance.now();
      if (now >= endsAt) return 'more';
      took = now - startedAt;
    }
  } finally {
    await batches.return();
  }
  if (problem !== null) {
    const place = problem.line === null ? '' : `Line ${problem.line}: `;
    return fail(`${place}${problem.message}`);
  }
  await storage.imports.finish(ref, { status: 'done', reason: null }, clock());
  return 'done';
}

/** Returns a property of the plan that the store no longer has with its type. */
function findMissing({ properties }: StoreRow, { records }: ImportPlan): string | undefined {
  const types = new Map(properties.map(({ name, type }) => [name, type]));
  return records.columns.find(({ property, type }) => types.get(property) !== type)?.property;
}

/** Returns the import after the batch. Null: the store has changed. */
async function writeBatch(
  context: ServiceContext,
  { store, plan }: ImportTarget,
  row: ImportRow,
  batch: ReadBatch,
): Promise<ImportRow | null> {
  const { storage, clock, quotas } = context;
  const { wanted, decide } = planBatch(store, row, plan, batch);
  // The records that a dry run would have created count as well.
  const before = plan.dryRun ? row.created : 0;
  return quotas.share(store.accountId, 'records', before + wanted, async (granted, limit) => {
    const decided = decide(Math.max(0, granted - before), limit);
    const outcome = await storage.imports.advance(store, row, decided, clock());
    if (outcome === 'stale') return { result: null, created: 0 };
    const { to, counts, changes } = decided;
    const result = {
      ...row,
      position: to,
      read: row.read + counts.read,
      created: row.created + counts.created,
      changes,
    };
    return { result, created: plan.dryRun ? 0 : decided.records.length };
  });
}
