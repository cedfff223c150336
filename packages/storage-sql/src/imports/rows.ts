import type { ImportRef, ImportRow, ImportStatus, ListedImport, RefusedRecord } from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import type { Row } from '../statements/sql.ts';

const LISTED_COLUMNS = `
  account_id, store_id, id, status, plan, chunks, position, line, read_count, created_count,
  updated_count, unchanged_count, refused_count, reason, created_at, started_at, finished_at,
  refused_kept`;

export const LISTED_IMPORT = columnList(LISTED_COLUMNS);
export const IMPORT = columnList(`${LISTED_COLUMNS}, changes`);

export function readListedImport(row: Row): ListedImport {
  return {
    accountId: textCell(row[0]),
    storeId: textCell(row[1]),
    id: textCell(row[2]),
    status: textCell(row[3]) as ImportStatus,
    plan: textCell(row[4]),
    chunks: JSON.parse(textCell(row[5])) as ImportRow['chunks'],
    position: { bytes: numberCell(row[6]), line: numberCell(row[7]) },
    read: numberCell(row[8]),
    created: numberCell(row[9]),
    updated: numberCell(row[10]),
    unchanged: numberCell(row[11]),
    refused: numberCell(row[12]),
    reason: textOrNull(row[13]),
    createdAt: numberCell(row[14]),
    startedAt: numberOrNull(row[15]),
    finishedAt: numberOrNull(row[16]),
    refusedKept: numberCell(row[17]),
  };
}

export function readImport(row: Row): ImportRow {
  return { ...readListedImport(row), changes: textCell(row[18]) };
}

export function readRefused(row: Row): RefusedRecord {
  return {
    row: numberCell(row[0]),
    bytes: numberCell(row[1]),
    length: numberCell(row[2]),
    line: numberCell(row[3]),
    errors: textCell(row[4]),
  };
}

/** Returns the holder of the blobs of an import. */
export function holderOf({ id }: Pick<ImportRef, 'id'>): string {
  return `import ${id}`;
}
