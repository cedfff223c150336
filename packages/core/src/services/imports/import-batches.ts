import { allWhenHere, type MaybePromise, whenHere } from '../../ground/maybe-promise.ts';
import { FileProblem } from '../../imports/file/file-problem.ts';
import type { FileRecord } from '../../imports/read-records.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type PlannedUpsert, upsertPlanner } from '../records/plan-upsert.ts';
import type { ImportPlan } from './import-file.ts';
import { rowReader } from './row-reader.ts';

/** Records that are written together with the progress. */
const BATCH_RECORDS = 500;
/** Bytes of the file after which a batch has no further record. */
const BATCH_BYTES = 1024 * 1024;

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

/** Reads the records of each batch by the schema of the store, after its hooks. */
export async function* planBatches(
  context: ServiceContext,
  store: StoreRow,
  { records, by = null, dryRun }: ImportPlan,
  batches: AsyncIterable<readonly FileRecord[]>,
): AsyncGenerator<PlannedRecord[], void> {
  const { isHooked, plan } = upsertPlanner(context, store, { by, isPreview: dryRun });
  const readRow = isHooked ? () => null : rowReader(store, records, context.ids.uuid);

  function planRecord(record: FileRecord, now: number): MaybePromise<PlannedRecord> {
    if (record.problem !== null) return { record, upsert: null };
    const row = record.cells === null ? null : readRow(record.cells, now);
    return whenHere(row ?? plan(record.body, now), (upsert) => ({ record, upsert }));
  }

  for await (const batch of batches) {
    const now = context.clock();
    yield await allWhenHere(batch.map((record) => planRecord(record, now)));
  }
}
