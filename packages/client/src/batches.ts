import type { BatchDeleteRecordsResponse, BatchUpsertRecordsResponse } from './contracts.ts';
import type { CallOptions } from './transport.ts';

/** Records and ids of one request. */
const BATCH_MAX = 100;

/** UTF-16 units of one request. Its UTF-8 form is at most three times as long, which is below the limit of 4 MiB. */
const LENGTH_MAX = 1_300_000;

export interface UpsertManyOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Called after each request. */
  readonly onProgress?: ((progress: UpsertManyProgress) => void) | undefined;
}

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

/** @param send sends a JSON body. */
export async function upsertMany(
  send: (body: string, options: CallOptions) => Promise<BatchUpsertRecordsResponse>,
  records: Iterable<unknown> | AsyncIterable<unknown>,
  { onProgress, ...options }: UpsertManyOptions = {},
): Promise<UpsertManyResult> {
  const total = { done: 0, created: 0, updated: 0, failed: 0 };
  const errors: UpsertError[] = [];
  for await (const batch of batches(records, (record) => JSON.stringify(record) ?? 'null')) {
    const result = await send(`{"records":[${batch.join(',')}]}`, options);
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

export async function deleteMany(
  send: (body: { readonly ids: readonly string[] }) => Promise<BatchDeleteRecordsResponse>,
  all: Iterable<string> | AsyncIterable<string>,
): Promise<DeleteManyResult> {
  const total = { deleted: 0, alreadyDeleted: 0 };
  for await (const ids of batches(all, String)) {
    const result = await send({ ids });
    total.deleted += result.deleted;
    total.alreadyDeleted += result.alreadyDeleted;
  }
  return total;
}

async function* batches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toText: (item: Item) => string,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const item of items) {
    const text = toText(item);
    if (batch.length === BATCH_MAX || (length > 0 && length + text.length > LENGTH_MAX)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) yield batch;
}
