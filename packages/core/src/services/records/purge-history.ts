import type { Storage } from '../../storage/index.ts';

/** Entries of history that a step removes. */
const STEP_ENTRIES = 1_000;

/** Permanently removes all history of these records. */
export async function purgeHistory(
  { changes }: Pick<Storage, 'changes'>,
  storeId: string,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  while ((await changes.purgeHistory(storeId, recordIds, STEP_ENTRIES)) > 0);
}
