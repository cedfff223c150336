import type { Issue } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { StoreRow, WebhookCursor, WebhookRow, WebhookSettings } from '../../storage/index.ts';
import { listStoreIds } from '../../webhooks/behind.ts';
import type { ServiceContext } from '../calls/context.ts';
import { findFilterIssues, throwIssues } from '../records/reads/record-selection.ts';

/** Logs of stores that are turned on at once. */
const TURNED_ON_AT_ONCE = 8;

/**
 * Checks what an account asks of a webhook: a URL to which something may be sent, live stores of the account, and filters of
 * the only store.
 * @throws ValidationError
 */
export async function requireServable(
  { storage }: ServiceContext,
  sender: WebhookSender,
  accountId: string,
  { url, storeIds, filters }: Pick<WebhookSettings, 'url' | 'storeIds' | 'filters'>,
): Promise<void> {
  const issues: Issue[] = [];
  const refused = sender.refuse(url);
  if (refused !== null) issues.push({ path: 'url', message: refused });
  const stores: StoreRow[] = [];
  for (const [index, id] of (storeIds ?? []).entries()) {
    const path = `storeIds[${index}]`;
    const store = canBeStored(id) ? await storage.stores.get(accountId, id) : null;
    if (store === null) issues.push({ path, message: 'No such store.' });
    else if (stores.some((other) => other.id === id))
      issues.push({ path, message: 'The store is listed twice.' });
    else stores.push(store);
  }
  const [only] = stores;
  if (filters !== null && filters.length > 0) {
    if (storeIds?.length !== 1) issues.push({ path: 'filters', message: 'Filters need exactly one store.' });
    else if (only !== undefined) issues.push(...findFilterIssues(only, { filters }));
  }
  throwIssues(issues);
}

/**
 * Turns the logs of the stores of a webhook on. Returns its cursors: all that changes later is behind them. For all stores
 * of the account, logs of later ones are on from their first entry.
 */
export async function beginLogs(
  { storage, clock }: ServiceContext,
  webhook: Pick<WebhookRow, 'accountId' | 'storeIds'>,
): Promise<WebhookCursor[]> {
  const { accountId, storeIds } = webhook;
  if (storeIds === null) await storage.changes.logNewStores(accountId, true);
  const all = storeIds ?? (await listStoreIds(storage, accountId));
  const cursors: WebhookCursor[] = [];
  for (let i = 0; i < all.length; i += TURNED_ON_AT_ONCE) {
    const begun = all.slice(i, i + TURNED_ON_AT_ONCE).map(async (storeId) => {
      const position = await storage.changes.turnOn({ id: storeId, accountId }, clock());
      if (position !== null) cursors.push({ storeId, position });
    });
    await Promise.all(begun);
  }
  return cursors;
}
