import type { z } from 'zod';
import { CHANGE_TYPES, type Change, isOfTypes } from '../../contracts/changes.ts';
import type { SearchFilter } from '../../contracts/records.ts';
import type { WebhookEvent } from '../../contracts/webhooks.ts';
import type { EntriesRead, EntryReader, WorkContext } from '../../jobs/work-context.ts';
import { readFilters } from '../../schema/read-filter.ts';
import type { ChangeRow, ChangeType, StoreRow, WebhookClaim, WebhookRow } from '../../storage/index.ts';
import { findBehind, storesOf } from '../../webhooks/behind.ts';
import type { ServiceContext } from '../calls/context.ts';
import { showChanges } from '../changes/change-reader.ts';
import { showChange } from '../changes/change-view.ts';
import { deliveryOf } from './delivery-body.ts';

/** Entries of a store that are read at once, and the bytes of their records. */
const ENTRIES = 100;
const RECORD_BYTES = 512 * 1024;

/** Returns the readers that make deliveries of the logs of stores. */
export function webhookEntries(context: ServiceContext): WorkContext['readWebhookEntries'] {
  return (claim, hinted) => entryReader(context, claim, hinted);
}

/** Changes of a store. `end`: the number of the last one. Null: all of a page are shown. */
interface Shown {
  readonly items: readonly Change[];
  readonly end: number | null;
}

type StoredFilters = z.output<typeof SearchFilter>[] | undefined;

function entryReader(
  context: ServiceContext,
  claim: WebhookClaim,
  hinted: ReadonlySet<string> | null,
): EntryReader {
  const { storage, clock, cursorSecrets: secrets } = context;
  const { changes, webhookDeliveries: deliveries } = storage;
  const { webhook } = claim;
  const { accountId } = webhook;
  const positions = new Map(claim.cursors.map(({ storeId, position }) => [storeId, position]));
  const types = CHANGE_TYPES.filter((type) => isOfTypes(type, webhook.events as WebhookEvent[]));
  let unread: Set<string> | null = null;

  /** Returns the stores that may have changes. Those of other accounts, which a hint may name, are left out. */
  async function findUnread(): Promise<Set<string>> {
    if (hinted === null) {
      const storeIds = await storesOf(storage, claim);
      return new Set(await findBehind(storage, claim, storeIds));
    }
    const own = new Set<string>();
    for (const id of hinted) {
      const isWanted = webhook.storeIds?.includes(id) ?? true;
      if (isWanted && (positions.has(id) || (await storage.stores.get(accountId, id)) !== null)) own.add(id);
    }
    return own;
  }

  /** Reads a page of the log of a store. */
  async function readStore(storeId: string): Promise<EntriesRead> {
    const from = positions.get(storeId) ?? 0;
    const store = await storage.stores.get(accountId, storeId);
    const page = await changes.read(storeId, { after: from, limit: ENTRIES, types });
    if (page === 'expired') return await beginAgain(storeId, from);
    const shown = await show(store, storeId, page.rows);
    if (shown === 'lost' || 'disabled' in shown) return shown;
    const to = shown.end ?? page.position;
    const added = shown.items.map((change) => deliveryOf(webhook, storeId, change));
    if (to === from && added.length === 0) return 'done';
    if (!(await deliveries.add(claim, { storeId, from, to, deliveries: added }, clock()))) return 'lost';
    positions.set(storeId, to);
    return to < page.position || page.more ? 'more' : 'done';
  }

  /** Begins at the end of a log that has lost entries after the cursor, or forgets a store that is gone. */
  async function beginAgain(storeId: string, from: number): Promise<EntriesRead> {
    const last = await changes.turnOn({ id: storeId, accountId }, clock());
    if (last === null) {
      await deliveries.forget(claim, storeId);
      return 'done';
    }
    const isAdded = await deliveries.add(claim, { storeId, from, to: last, deliveries: [] }, clock());
    positions.set(storeId, last);
    return isAdded ? 'done' : 'lost';
  }

  /** Shows entries. `end` is null if all of them are shown. */
  async function show(
    store: StoreRow | null,
    storeId: string,
    rows: readonly ChangeRow[],
  ): Promise<Shown | 'lost' | { disabled: WebhookRow }> {
    if (store === null) {
      // Records of a store that is gone match no filter.
      const wanted = webhook.filters === null ? rows : rows.filter(({ type }) => !isWrite(type));
      return { items: wanted.map((row) => showChange(secrets, goneStore(accountId, storeId), row)), end: null };
    }
    if (rows.length === 0) return { items: [], end: null };
    const { where, issues } = readFilters(store, (webhook.filters ?? undefined) as StoredFilters, 'all');
    if (issues.length > 0) return disable('A filter names a property that the store has not, or not any more.');
    const selection = {
      where: webhook.filters === null ? null : where,
      withRecords: webhook.payload === 'full',
      maxBytes: RECORD_BYTES,
    };
    const { items, end } = await showChanges(context, store, rows, selection, {});
    return { items, end: end === rows.at(-1)?.position ? null : end };
  }

  async function disable(disabledReason: string): Promise<'lost' | { disabled: WebhookRow }> {
    const row = await deliveries.setState(claim, { ...webhook, status: 'disabled', disabledReason });
    return row === null ? 'lost' : { disabled: row };
  }

  return {
    async readMore() {
      unread ??= await findUnread();
      for (const storeId of unread) {
        const outcome = await readStore(storeId);
        if (outcome === 'lost' || typeof outcome === 'object') return outcome;
        if (outcome === 'done') unread.delete(storeId);
      }
      return unread.size > 0 ? 'more' : 'done';
    },
  };
}

function isWrite(type: ChangeType): boolean {
  return type === 'record.created' || type === 'record.updated';
}

/** Returns a deleted store as far as entries about it need one. */
function goneStore(accountId: string, id: string): StoreRow {
  return {
    id,
    accountId,
    name: '',
    description: null,
    recordTtl: null,
    storeType: '',
    version: 0,
    properties: [],
    freedSlots: [],
    seq: 0,
    createdAt: 0,
    updatedAt: 0,
    changes: false,
    history: null,
    isLogged: false,
  };
}
