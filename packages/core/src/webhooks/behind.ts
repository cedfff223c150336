import type { Storage, WebhookClaim } from '../storage/index.ts';

/** A webhook with its cursors. */
export type ReadingWebhook = Pick<WebhookClaim, 'webhook' | 'cursors'>;

const PAGE = 100;

/** Returns the stores of a webhook: those that are live, and those whose log it has read. */
export async function storesOf(
  { stores }: Pick<Storage, 'stores'>,
  { webhook, cursors }: ReadingWebhook,
): Promise<string[]> {
  const ids = new Set(cursors.map(({ storeId }) => storeId));
  if (webhook.storeIds !== null) return [...ids].filter((id) => webhook.storeIds?.includes(id));
  for (let before: number | null = null; ; ) {
    const { rows, more } = await stores.list(webhook.accountId, { nameContains: null, before, limit: PAGE });
    for (const { id } of rows) ids.add(id);
    before = rows.at(-1)?.seq ?? null;
    if (!more || before === null) return [...ids];
  }
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
