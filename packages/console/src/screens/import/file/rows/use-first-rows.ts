import type { InferStoreResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { type FileRow, readFirstRows } from './file-rows.ts';

/** Returns the first rows of a file as text. Empty: they are being read, or can't be. */
export function useFirstRows(file: File, found: InferStoreResponse): readonly FileRow[] {
  const [rows, setRows] = useState<readonly FileRow[]>([]);
  useEffect(() => {
    let isCurrent = true;
    readFirstRows(file, found).then(
      (read) => isCurrent && setRows(read),
      () => isCurrent && setRows([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, found]);
  return rows;
}
