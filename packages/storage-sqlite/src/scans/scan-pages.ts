import type { Connection } from '../connections/connection.ts';

/** The page cache of a scan thread in kilobytes. */
export const SCAN_CACHE = 48_000;
const MAPPED_BYTES = 64 * 1024 * 1024;

/**
 * Returns a function that decides, before each scan, where the scan reads its pages. Pages in the cache are the fastest,
 * but SQLite empties the cache after a commit of another connection, and filling it costs more than reading mapped pages
 * once. So the first scan after a commit reads mapped pages, and a scan of unchanged data uses the cache.
 */
export function choosePages(connection: Pick<Connection, 'dataVersion' | 'map'>): () => void {
  let version: number | null = null;
  let isMapped = false;
  return () => {
    const current = connection.dataVersion();
    const isChanged = current !== version;
    version = current;
    if (isChanged === isMapped) return;
    connection.map(isChanged ? MAPPED_BYTES : 0);
    isMapped = isChanged;
  };
}
