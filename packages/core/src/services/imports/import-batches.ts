import { allWhenHere, type MaybePromise, whenHere } from '../../ground/promises.ts';
import { FileProblem } from '../../imports/file/file-problem.ts';
import type { FileRecord } from '../../imports/read-records.ts';
import type { StoreRow } from '../../storage/index.ts';
import { takeLoopTurn } from '../../turns/loop-turn.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type PlannedUpsert, upsertPlanner } from '../records/writes/plan-upsert.ts';
import type { ImportPlan } from './import-file.ts';
import { rowReader } from './row-reader.ts';

/** Records that are written together with the progress. */
const BATCH_RECORDS = 500;
/** Bytes of the file after which a batch has no further record. */
const BATCH_BYTES = 1024 * 1024;
/**
 * Repeated records after which a batch has no further record. The storage writes what follows a repeated record with further
 * statements, so that a file of one id would take it ten times as long as others.
 */
const BATCH_REPEATED = 50;

/** Yields the records in batches, also those before a syntax error. `from`: where the first record begins. */
export async function* inBatches(
  lists: AsyncIterable<readonly FileRecord[]>,
  from: number,
): AsyncGenerator<FileRecord[], void> {
  let start = from;
  let batch: FileRecord[] = [];
  try {
    for await (const records of lists) {
      for (const record of records) {
        batch.push(record);
        const { bytes } = record.next;
        if (batch.length < BATCH_RECORDS && bytes - start < BATCH_BYTES) continue;
        yield batch;
        start = bytes;
        batch = [];
      }
    }
  } catch (error) {
    if (error instanceof FileProblem && batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

/** A record of the file, and what the schema of the store says of it. */
export interface PlannedRecord {
  readonly record: FileRecord;
  /** Null: the record can't be read. */
  readonly upsert: PlannedUpsert | null;
}

/** Cells that are read by the schema in one turn of the event loop, which takes a few milliseconds. */
const CELLS_A_TURN = 5_000;

/** Reads the records of each batch by the schema of the store, after its hooks, in turns of the event loop. */
export async function* planBatches(
  context: ServiceContext,
  store: StoreRow,
  { records, by = null, dryRun }: ImportPlan,
  batches: AsyncIterable<readonly FileRecord[]>,
): AsyncGenerator<PlannedRecord[], void> {
  const { isHooked, plan } = upsertPlanner(context, store, { by, isPreview: dryRun });
  const readRow = isHooked ? () => null : rowReader(store, records, context.ids.uuid);
  const recordsATurn = Math.ceil(CELLS_A_TURN / (records.columns.length + 1));

  function planRecord(record: FileRecord, now: number): MaybePromise<PlannedRecord> {
    if (record.problem !== null) return { record, upsert: null };
    const row = record.cells === null ? null : readRow(record.cells, now);
    return whenHere(row ?? plan(record.body, now), (upsert) => ({ record, upsert }));
  }

  for await (const batch of batches) {
    const now = context.clock();
    const planned: MaybePromise<PlannedRecord>[] = [];
    for (const [at, record] of batch.entries()) {
      if (at % recordsATurn === 0) await takeLoopTurn({ account: store.accountId });
      planned.push(planRecord(record, now));
    }
    yield await allWhenHere(planned);
  }
}

/** Splits each batch after every `BATCH_REPEATED` records whose id it has already. */
export async function* splitRepeated(
  batches: AsyncIterable<readonly PlannedRecord[]>,
): AsyncGenerator<readonly PlannedRecord[], void> {
  for await (const batch of batches) {
    const seen = new Set<string>();
    let repeated = 0;
    let start = 0;
    for (const [at, { upsert }] of batch.entries()) {
      const id = upsert?.record?.id;
      if (id === undefined) continue;
      if (seen.has(id)) repeated++;
      seen.add(id);
      if (repeated < BATCH_REPEATED) continue;
      yield batch.slice(start, at + 1);
      start = at + 1;
      repeated = 0;
      seen.clear();
    }
    if (start < batch.length) yield batch.slice(start);
  }
}
