// Written by `pnpm client:contracts`. Do not edit.
/** Records and ids of one batch. */
const BATCH_MAX = 100;

/** UTF-16 units of the texts of one batch. Their UTF-8 form is at most three times as long, which is below 4 MiB. */
const LENGTH_MAX = 1_300_000;

export interface UpsertManyProgress {
  /** Records so far. */
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
}

export interface UpsertManyResult extends UpsertManyProgress {
  /** The records that failed, by their index. */
  readonly errors: readonly UpsertError[];
}

export interface UpsertError {
  readonly index: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface DeleteManyResult {
  readonly deleted: number;
  readonly alreadyDeleted: number;
}

/** What became of the records of a batch. */
interface UpsertedBatch extends Omit<UpsertManyProgress, 'done'> {
  readonly results: readonly {
    readonly index: number;
    readonly errors?: UpsertError['errors'] | undefined;
  }[];
}

/**
 * Upserts any number of records in batches of up to 100, one after the other.
 *
 * @param prepare makes the part of a record, of which `upsert` gets a batch. Texts also limit a batch by their length.
 */
export async function upsertMany<Item, Part>(
  records: Iterable<Item> | AsyncIterable<Item>,
  prepare: (record: Item) => Part,
  upsert: (parts: readonly Part[]) => Promise<UpsertedBatch>,
  onProgress?: (progress: UpsertManyProgress) => void,
): Promise<UpsertManyResult> {
  const total = { done: 0, created: 0, updated: 0, failed: 0 };
  const errors: UpsertError[] = [];
  for await (const batch of batches(records, prepare)) {
    const result = await upsert(batch);
    for (const { index, errors: found } of result.results) {
      if (found) errors.push({ index: total.done + index, errors: found });
    }
    total.done += batch.length;
    total.created += result.created;
    total.updated += result.updated;
    total.failed += result.failed;
    onProgress?.({ ...total });
  }
  return { ...total, errors };
}

/** Deletes any number of records by their ids, in batches of up to 100, one after the other. */
export async function deleteMany(
  all: Iterable<string> | AsyncIterable<string>,
  remove: (ids: readonly string[]) => Promise<DeleteManyResult>,
): Promise<DeleteManyResult> {
  const total = { deleted: 0, alreadyDeleted: 0 };
  for await (const ids of batches(all, String)) {
    const result = await remove(ids);
    total.deleted += result.deleted;
    total.alreadyDeleted += result.alreadyDeleted;
  }
  return total;
}

async function* batches<Item, Part>(
  items: Iterable<Item> | AsyncIterable<Item>,
  prepare: (item: Item) => Part,
): AsyncGenerator<Part[]> {
  let batch: Part[] = [];
  let length = 0;
  for await (const item of items) {
    const part = prepare(item);
    const added = typeof part === 'string' ? part.length : 0;
    if (batch.length === BATCH_MAX || (length > 0 && length + added > LENGTH_MAX)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(part);
    length += added;
  }
  if (batch.length > 0) yield batch;
}
