import { type AddLocationRequest, type Client, VitrineError } from '@vitrine/client';
import { messageOf } from '../../session/describe-error.ts';

export interface ImportProgress {
  readonly done: number;
  readonly added: number;
  readonly updated: number;
  readonly refusedCount: number;
  /** The first of them. */
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

export const NOTHING_DONE: ImportProgress = { done: 0, added: 0, updated: 0, refusedCount: 0, refused: [] };

/** Rows that are sent at once. */
const AT_ONCE = 6;
const REFUSED_KEPT = 100;

/**
 * Adds the rows to the map, and updates those whose uniqueId exists. A row that the server refuses is reported and does
 * not stop the others. @throws if the server can't be reached.
 */
export async function importRows(
  client: Client,
  mapId: number,
  rows: readonly AddLocationRequest[],
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (progress: ImportProgress) => void },
): Promise<void> {
  let progress = NOTHING_DONE;
  let next = 0;
  const work = async (): Promise<void> => {
    while (!signal.aborted && next < rows.length) {
      const at = next++;
      const row = rows[at];
      if (row === undefined) return;
      const outcome = await write(client, mapId, row);
      const { done, added, updated, refusedCount, refused } = progress;
      progress = {
        done: done + 1,
        added: added + (outcome === 'added' ? 1 : 0),
        updated: updated + (outcome === 'updated' ? 1 : 0),
        refusedCount: refusedCount + (typeof outcome === 'string' ? 0 : 1),
        refused:
          typeof outcome === 'string' || refused.length === REFUSED_KEPT
            ? refused
            : [...refused, { line: at + 2, message: outcome.message }],
      };
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function write(
  client: Client,
  mapId: number,
  row: AddLocationRequest,
): Promise<'added' | 'updated' | { readonly message: string }> {
  try {
    const { uniqueId } = row;
    const existing =
      typeof uniqueId === 'string'
        ? await client.locations.search(mapId, { uniqueId, limit: 1 }).first()
        : undefined;
    if (existing === undefined) {
      await client.locations.add(mapId, row);
      return 'added';
    }
    await client.locations.update(mapId, existing.id, row);
    return 'updated';
  } catch (error) {
    if (error instanceof VitrineError && error.status === 400) return { message: messageOf(error) };
    throw error;
  }
}
