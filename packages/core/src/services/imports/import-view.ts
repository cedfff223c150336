import type { ImportResponse, ImportSummary } from '../../contracts/stores/imports.ts';
import { fileBytes } from '../../storage/imports/imports.ts';
import type { ImportRow, ListedImport, RefusedRecord } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ImportPlan } from './import-file.ts';

export function showListedImport(row: ListedImport): ImportSummary {
  const { mode, dryRun, fileName = null, takenBackAt } = JSON.parse(row.plan) as ImportPlan;
  const { status, read, created, updated, unchanged, refused, reason, startedAt, finishedAt } = row;
  return {
    importId: row.id,
    fileName,
    status,
    dryRun,
    mode,
    read,
    created,
    updated,
    unchanged,
    refused,
    ...(status === 'done' ? { total: read } : {}),
    bytes: fileBytes(row.chunks),
    bytesRead: row.position.bytes,
    ...(reason === null ? {} : { reason }),
    createdAt: showDatetime(row.createdAt),
    startedAt: startedAt === null ? null : showDatetime(startedAt),
    finishedAt: finishedAt === null ? null : showDatetime(finishedAt),
    takenBackAt: takenBackAt === undefined ? null : showDatetime(takenBackAt),
  };
}

/** @param refused the first refused records. */
export function showImport(row: ImportRow, refused: readonly RefusedRecord[]): ImportResponse {
  const summary = showListedImport(row);
  return {
    ...summary,
    errors: refused.map(({ row: number, line, errors }) => ({
      row: number,
      line,
      errors: JSON.parse(errors),
    })),
    ...(summary.dryRun ? { changes: JSON.parse(row.changes) } : {}),
  };
}
