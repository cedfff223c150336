import type { Storage, WebhookClaim } from '../storage/index.ts';

/** A webhook with its cursors. */
export type ReadingWebhook = Pick<WebhookClaim, 'webhook' | 'cursors'>;

const PAGE = 100;

/** Returns the ids of the live stores of an account. */
export async function listStoreIds(
  { stores }: Pick<Storage, 'stores'>,
  accountId: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let before: number | null = null; ; ) {
    const { rows, more } = await stores.list(accountId, { nameContains: null, before, limit: PAGE });
    ids.push(...rows.map(({ id }) => id));
    before = rows.at(-1)?.seq ?? null;
    if (!more) return ids;
  }
}

/** Returns the stores of a webhook: those that it names or, of all stores, the live ones and those whose log it has read. */
export async function storesOf(
  storage: Pick<Storage, 'stores'>,
  { webhook, cursors }: ReadingWebhook,
): Promise<readonly string[]> {
  if (webhook.storeIds !== null) return webhook.storeIds;
  const live = await listStoreIds(storage, webhook.accountId);
  return [...new Set([...live, ...cursors.map(({ storeId }) => storeId)])];
}

/** Returns those of the stores whose log goes on after the cursor of the webhook, or that have no log. */
export async function findBehind(
  { changes }: Pick<Storage, 'changes'>,
  { cursors }: ReadingWebhook,
  storeIds: readonly string[],
): Promise<string[]> {
  const positions = await changes.positions(storeIds);
  const readByStore = new Map(cursors.map(({ storeId, position }) => [storeId, position]));
  return storeIds.filter((id) => {
    const last = positions.get(id);
    return last === undefined || last > (readByStore.get(id) ?? 0);
  });
}
