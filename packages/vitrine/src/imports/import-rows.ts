import { BATCH_MAX, type Principal, type Vitrine } from '@vitrine/core';
import type { BatchUpsertRecordsResponse } from '@vitrine/core/contracts';
import type { SourceRow } from '../records/record-source.ts';
import { retryWhileBusy } from '../terminal/while-busy.ts';

export interface ImportCounts {
  rows: number;
  created: number;
  updated: number;
  failed: number;
}

export interface ImportTarget {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  readonly storeId: string;
}

/** Field path to messages, as in a problem body. */
export type RowErrors = Readonly<Record<string, readonly string[]>>;

export interface ImportHooks {
  /** Ends the import after the batch in flight. */
  readonly signal: AbortSignal;
  readonly onFailed: (row: SourceRow, errors: RowErrors) => void;
  readonly onProgress: (counts: Readonly<ImportCounts>) => void;
}

/**
 * Writes rows in batches, in file order, so that the last row with a key wins. A refused row does not stop the import.
 */
export async function importRows(
  target: ImportTarget,
  rows: AsyncIterable<SourceRow>,
  hooks: ImportHooks,
): Promise<ImportCounts> {
  const counts: ImportCounts = { rows: 0, created: 0, updated: 0, failed: 0 };
  let batch: SourceRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_MAX) continue;
    await writeBatch(target, batch, counts, hooks);
    batch = [];
    if (hooks.signal.aborted) return counts;
  }
  if (batch.length > 0) await writeBatch(target, batch, counts, hooks);
  return counts;
}

async function writeBatch(
  target: ImportTarget,
  batch: readonly SourceRow[],
  counts: ImportCounts,
  hooks: ImportHooks,
): Promise<void> {
  const readable = batch.filter((row) => row.problem === null);
  const response = await upsert(target, readable);
  const results = response.results.values();
  for (const row of batch) {
    const result = row.problem === null ? results.next().value : undefined;
    if (result !== undefined && result.status !== 'failed') continue;
    hooks.onFailed(row, result?.errors ?? { '': [row.problem ?? 'No result.'] });
  }
  counts.rows += batch.length;
  counts.created += response.created;
  counts.updated += response.updated;
  counts.failed += response.failed + batch.length - readable.length;
  hooks.onProgress(counts);
}

function upsert(
  { vitrine, principal, storeId }: ImportTarget,
  rows: readonly SourceRow[],
): Promise<BatchUpsertRecordsResponse> {
  const records = rows.map((row) => row.body);
  return retryWhileBusy(() => vitrine.records.batchUpsert(principal, storeId, { records }));
}
