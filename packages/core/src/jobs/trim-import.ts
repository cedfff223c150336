import type { Clock } from '../ports/ports.ts';
import type { ImportRow, Storage, TrimScope } from '../storage/index.ts';
import { purgeBlobsJob } from './job-kinds.ts';

/**
 * Removes a bounded part of an import that has ended, with the bytes of its file that nothing else uses. Returns whether
 * another call has more to remove.
 */
export async function trimImport(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  row: ImportRow,
  scope: TrimScope,
): Promise<boolean> {
  const { more, released } = await storage.imports.trim(row, scope);
  if (released.length > 0) {
    // The file was stored before the import. Bytes that were stored again since then may belong to an upload in progress.
    await storage.blobs.discard(released, row.createdAt + 1);
    await storage.jobs.enqueue([purgeBlobsJob(clock())]);
  }
  return more;
}
