import type { Millis, Storage } from '../../../storage/index.ts';

/** Entries of history that a step removes. */
const STEP_ENTRIES = 1_000;

/** Permanently removes all history of these records, and what webhooks keep of them. */
export async function purgeHistory(
  { changes, webhookDeliveries }: Pick<Storage, 'changes' | 'webhookDeliveries'>,
  storeId: string,
  recordIds: readonly string[],
  now: Millis,
): Promise<void> {
  if (recordIds.length === 0) return;
  while ((await changes.purgeHistory(storeId, recordIds, STEP_ENTRIES)) > 0);
  await webhookDeliveries.purgeRecords(storeId, recordIds, now);
}
