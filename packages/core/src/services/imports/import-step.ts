import { QuotaExceededError } from '../../ground/errors.ts';
import { FileProblem } from '../../imports/file/file-problem.ts';
import { readRecords } from '../../imports/read-records.ts';
import { trimImport } from '../../jobs/trim-import.ts';
import type { WorkContext } from '../../jobs/work-context.ts';
import { bytesOfDrafts } from '../../storage/imports/imports.ts';
import type { ImportBatch, ImportRef, ImportRow, StoreRow } from '../../storage/index.ts';
import { takeLoopTurn } from '../../turns/loop-turn.ts';
import type { ServiceContext } from '../calls/context.ts';
import { afterWrite, type ImportTarget, type ReadBatch, withExisting } from './existing-records.ts';
import { planBatch } from './import-batch.ts';
import { inBatches, planBatches, splitRepeated } from './import-batches.ts';
import { type ImportPlan, readFile } from './import-file.ts';
import { trialStore } from './trial-store.ts';

/** Milliseconds after which the job gives other jobs a turn. */
const SLICE = 200;
/** Batches in flight of an import whose records the storage compares. The writer has the next one when one is written. */
const IN_FLIGHT = 2;

/** Returns the step of the job that imports a file. */
export function importSteps(context: ServiceContext): WorkContext['advanceImport'] {
  return (ref) => advanceImport(context, ref);
}

/**
 * Writes each batch in one step with the position after it, so that after a crash the import continues there, and
 * nothing is written twice. After the end it removes what the import no longer needs.
 */
async function advanceImport(context: ServiceContext, ref: ImportRef): Promise<'done' | 'more'> {
  const { storage, clock } = context;
  const row = await storage.imports.get(ref);
  if (row === null) return 'done';
  if (row.finishedAt !== null) return (await trimImport(context, row, 'unneeded')) ? 'more' : 'done';
  const plan = JSON.parse(row.plan) as ImportPlan;
  const { by } = plan;
  const fail = async (reason: string) => {
    await storage.imports.finish(ref, { status: 'failed', reason, isDryRun: plan.dryRun }, clock(), { by });
    return 'more' as const;
  };
  const { trial } = plan;
  const { accountId } = ref;
  const store =
    trial === undefined ? await storage.stores.get(accountId, ref.storeId) : trialStore(accountId, trial);
  if (store === null) return fail('The store was deleted.');
  const missing = findMissing(store, plan);
  if (missing !== undefined)
    return fail(`The property ${JSON.stringify(missing)} was deleted, renamed or replaced.`);

  const limits = await context.quotas.limitsOf(store.accountId);
  const target = { store, ref, plan, readsExisting: plan.dryRun || limits.records !== undefined };
  const written = await writeBatches(context, target, row).catch(async (error: unknown) => {
    if (error instanceof QuotaExceededError) return fail(error.message);
    // A batch fails if the import was cancelled meanwhile.
    if ((await storage.imports.get(ref))?.finishedAt === null) throw error;
    return 'more' as const;
  });
  if (written === 'more') return written;
  if (written !== 'end') {
    const place = written.line === null ? '' : `Line ${written.line}: `;
    return fail(`${place}${written.message}`);
  }
  await storage.imports.finish(ref, { status: 'done', reason: null, isDryRun: plan.dryRun }, clock(), { by });
  return 'more';
}

/**
 * Reads and writes batches for one slice. Batches are read while others are written.
 *
 * @returns the problem of the file after the last batch, if it has one.
 */
async function writeBatches(
  context: ServiceContext,
  target: ImportTarget,
  row: ImportRow,
): Promise<'more' | 'end' | FileProblem> {
  const { store, plan, readsExisting } = target;
  const endsAt = performance.now() + SLICE;
  const { bytes } = row.position;
  const start = { ...row.position, row: row.read };
  const records = readRecords(readFile(context.importChunks.read, row.chunks, bytes), plan.records, start);
  const planned = planBatches(context, store, plan, inBatches(records, bytes));
  // A dry run writes a draft for each id.
  const batches = withExisting(context, target, plan.dryRun ? planned : splitRepeated(planned));
  const atOnce = readsExisting ? 1 : IN_FLIGHT;
  const inFlight: Promise<ImportRow | null>[] = [];
  let current = row;
  let written: ReadonlySet<string> = new Set();

  /** Waits until at most `left` batches are in flight. Returns false if the store has changed. */
  async function settle(left: number): Promise<boolean> {
    for (let first = inFlight[0]; first !== undefined && inFlight.length > left; first = inFlight[0]) {
      const after = await first;
      inFlight.shift();
      if (after === null) return false;
      current = { ...after, position: current.position };
    }
    return true;
  }

  try {
    for (;;) {
      const next = await batches.next().catch((error: unknown) => {
        if (error instanceof FileProblem) return error;
        throw error;
      });
      const isEnd = next instanceof FileProblem || next.done === true;
      if (!(await settle(isEnd ? 0 : atOnce - 1))) return 'more';
      if (next instanceof FileProblem) return next;
      if (next.done === true) return 'end';
      const batch = await afterWrite(context, target, next.value, written);
      await takeLoopTurn({ account: store.accountId });
      const write = writeBatch(context, target, current, batch);
      // An earlier one may fail before it is awaited.
      write.catch(() => undefined);
      inFlight.push(write);
      const last = batch.planned.at(-1)?.record.next;
      if (last !== undefined) current = { ...current, position: last };
      written = batch.keys;
      if (performance.now() < endsAt) continue;
      await settle(0);
      return 'more';
    }
  } finally {
    await Promise.allSettled(inFlight);
    await batches.return();
  }
}

/** Returns a property of the plan that the store no longer has with its type. */
function findMissing({ properties }: StoreRow, { records }: ImportPlan): string | undefined {
  const types = new Map(properties.map(({ name, type }) => [name, type]));
  return records.columns.find(({ property, type }) => types.get(property) !== type)?.property;
}

/** Returns the import after the batch. Null: the store has changed. Without a quota, the batch is sent at once. */
async function writeBatch(
  context: ServiceContext,
  { store, plan, readsExisting }: ImportTarget,
  row: ImportRow,
  batch: ReadBatch,
): Promise<ImportRow | null> {
  const { storage, clock, quotas } = context;
  const { wanted, decide } = planBatch(store, row, plan, batch);

  async function advance(decided: ImportBatch): Promise<ImportRow | null> {
    if (plan.dryRun) {
      await quotas.requireRoom(store.accountId, { importBytes: bytesOfDrafts(decided.drafts) });
    }
    const { by } = plan;
    if ((await storage.imports.advance(store, row, decided, clock(), { by })) === 'stale') return null;
    const { to, counts, changes } = decided;
    const { read, created } = row;
    return { ...row, position: to, read: read + counts.read, created: created + counts.created, changes };
  }

  if (!readsExisting) return advance(decide(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY));
  // The records that a dry run would have created count as well.
  const before = plan.dryRun ? row.created : 0;
  return quotas.share(store.accountId, 'records', before + wanted, async (granted, limit) => {
    const decided = decide(Math.max(0, granted - before), limit);
    const result = await advance(decided);
    return { result, created: plan.dryRun || result === null ? 0 : decided.records.length };
  });
}
