import { setTimeout as sleep } from 'node:timers/promises';
import {
  BATCH_MAX,
  type BatchUpsertRecordsResponse,
  type Principal,
  UnavailableError,
  type Vitrine,
} from '@vitrine/core';
import type { SourceRow } from './record-source.ts';

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
  /** Ends the import behind the batch under way. */
  readonly signal: AbortSignal;
  readonly onFailed: (row: SourceRow, errors: RowErrors) => void;
  readonly onProgress: (counts: Readonly<ImportCounts>) => void;
}

/** How often a batch is tried while the database is busy; nothing of it was written then. */
const TRIES = 5;

/**
 * Writes rows in batches, one after the other: the last one of a key wins, as in the file. A row that is refused stops
 * nothing.
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
  const tried = batch.filter((row) => row.problem === null);
  const response = await upsert(target, tried);
  const results = response.results.values();
  for (const row of batch) {
    const result = row.problem === null ? results.next().value : undefined;
    if (result !== undefined && result.status !== 'failed') continue;
    hooks.onFailed(row, result?.errors ?? { '': [row.problem ?? 'No result.'] });
  }
  counts.rows += batch.length;
  counts.created += response.created;
  counts.updated += response.updated;
  counts.failed += response.failed + batch.length - tried.length;
  hooks.onProgress(counts);
}

async function upsert(
  { vitrine, principal, storeId }: ImportTarget,
  rows: readonly SourceRow[],
): Promise<BatchUpsertRecordsResponse> {
  const records = rows.map((row) => row.body);
  for (let attempt = 1; ; attempt++) {
    try {
      return await vitrine.records.batchUpsert(principal, storeId, { records });
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === TRIES) throw error;
      await sleep(error.retryAfterSeconds * 1_000);
    }
  }
}
