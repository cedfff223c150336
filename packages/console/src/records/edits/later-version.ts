import type { AnyRow } from '@vitrine/client';

/** Returns the later one of two versions of a record. */
export function laterVersion(row: AnyRow, other: AnyRow | undefined): AnyRow {
  return other !== undefined && other.date_updated > row.date_updated ? other : row;
}
