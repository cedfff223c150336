import type { NewWebhook, Storage, WebhookCursor } from '../storage/index.ts';
import type { CopyRun } from './copy-run.ts';
import { requireEqual, sorted } from './equal.ts';
import { oldestFirst, storeIdsOf } from './walk.ts';

/**
 * Copies the webhooks of an account with their secrets. Each begins at the end of the logs in the target, because those of the
 * source are not copied. Its stores have to be there.
 */
export async function copyWebhooks({ from, to, now }: CopyRun, accountId: string): Promise<void> {
  for (const webhook of await webhooksOf(from, accountId)) {
    if ((await to.webhooks.get(webhook)) !== null) continue;
    const { storeIds } = webhook;
    if (storeIds === null) await to.changes.logNewStores(accountId, true);
    const cursors: WebhookCursor[] = [];
    for (const storeId of storeIds ?? (await storeIdsOf(to, accountId))) {
      const position = await to.changes.turnOn({ id: storeId, accountId }, now);
      if (position !== null) cursors.push({ storeId, position });
    }
    await to.webhooks.insert(webhook, cursors);
  }
}

/** Compares the webhooks of an account. Returns their number. */
export async function compareWebhooks(from: Storage, to: Storage, accountId: string): Promise<number> {
  const [webhooks, copied] = await Promise.all([webhooksOf(from, accountId), webhooksOf(to, accountId)]);
  requireEqual(webhooks.map(sorted), copied.map(sorted), `The webhooks of account ${accountId}`);
  return webhooks.length;
}

/** Returns the webhooks of an account, the oldest first. */
function webhooksOf(storage: Storage, accountId: string): Promise<NewWebhook[]> {
  return oldestFirst(
    (page) => storage.webhooks.list(accountId, page),
    ({ seq: _, ...webhook }) => webhook,
    ({ seq }) => seq,
  );
}
