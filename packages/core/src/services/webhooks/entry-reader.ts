import type { z } from 'zod';
import { CHANGE_TYPES, type ChangeTypePattern, isOfTypes } from '../../contracts/changes/changes.ts';
import type { SearchFilter } from '../../contracts/records/records.ts';
import type { EntriesRead, EntryReader, WorkContext } from '../../jobs/work-context.ts';
import { readFilters } from '../../schema/queries/read-query.ts';
import type { LoggedPage, StoreRow, WebhookClaim } from '../../storage/index.ts';
import { findBehind, storesOf } from '../../webhooks/behind.ts';
import type { ServiceContext } from '../calls/context.ts';
import { isWrite, type ShownChanges, showChanges } from '../changes/change-reader.ts';
import { deliveryOf } from './delivery-body.ts';

/** Entries of a store that are read at once, and the bytes of their records. */
const ENTRIES = 100;
const RECORD_BYTES = 512 * 1024;

/** Returns the readers that make deliveries of the logs of stores. */
export function webhookEntries(context: ServiceContext): WorkContext['readWebhookEntries'] {
  return (claim, hinted) => entryReader(context, claim, hinted);
}

function entryReader(
  context: ServiceContext,
  claim: WebhookClaim,
  hinted: ReadonlySet<string> | null,
): EntryReader {
  const { storage, clock } = context;
  const { changes, stores, webhookDeliveries: deliveries } = storage;
  const { webhook } = claim;
  const { accountId, events } = webhook;
  const filters = webhook.filters as z.output<typeof SearchFilter>[] | null;
  const isAny = events.includes('*');
  const types = CHANGE_TYPES.filter((type) => isAny || isOfTypes(type, events as ChangeTypePattern[]));
  const positions = new Map(claim.cursors.map(({ storeId, position }) => [storeId, position]));
  let unread: Set<string> | null = null;

  /** Returns the stores that may have changes. A hint may name stores that are not those of the webhook. */
  async function findUnread(): Promise<Set<string>> {
    if (hinted === null) return new Set(await findBehind(storage, claim, await storesOf(storage, claim)));
    const own = new Set<string>();
    for (const id of hinted) {
      const isWanted = webhook.storeIds?.includes(id) ?? true;
      if (isWanted && (positions.has(id) || (await stores.get(accountId, id)) !== null)) own.add(id);
    }
    return own;
  }

  /** Makes deliveries of a page of the log of a store. */
  async function readStore(storeId: string): Promise<EntriesRead> {
    const from = positions.get(storeId) ?? 0;
    const store = await stores.get(accountId, storeId);
    const page = await changes.read(storeId, { after: from, limit: ENTRIES, types });
    if (page === 'expired') return beginAgain(storeId, from);
    const shown = store === null ? await showLast(storeId, page) : await show(store, page);
    if (shown === null) return disable('A filter names a property that the store does not have any more.');
    const { items, end: to } = shown;
    const added = items.map((change) => deliveryOf(webhook, storeId, change));
    const isRead = await keep(storeId, { from, to, deliveries: added });
    if (!isRead) return 'lost';
    return page.more || to < page.position ? 'more' : 'done';
  }

  /** Adds deliveries and moves the cursor. Returns false if that is not at `from` any more. */
  async function keep(
    storeId: string,
    read: {
      readonly from: number;
      readonly to: number;
      readonly deliveries: ReturnType<typeof deliveryOf>[];
    },
  ): Promise<boolean> {
    if (read.to === read.from) return true;
    positions.set(storeId, read.to);
    return deliveries.add(claim, { storeId, ...read }, clock());
  }

  /** Shows changes of a store. Null: the filters can't be read by its properties of now. */
  async function show(store: StoreRow, page: LoggedPage): Promise<ShownChanges | null> {
    const { where, issues } = readFilters(store, filters ?? [], 'all');
    if (issues.length > 0) return null;
    const withRecords = webhook.payload === 'full';
    const selection = { where: filters === null ? null : where, withRecords, maxBytes: RECORD_BYTES };
    return showChanges(context, store, page, selection, {});
  }

  /** Shows the last changes of a deleted store. Its records are gone, so they match no filter. */
  function showLast(storeId: string, page: LoggedPage): Promise<ShownChanges> {
    const rows = filters === null ? page.rows : page.rows.filter((row) => !isWrite(row));
    const selection = { where: null, withRecords: false, maxBytes: RECORD_BYTES };
    return showChanges(context, deletedStore(accountId, storeId), { ...page, rows }, selection, {});
  }

  /** Begins at the end of a log that has lost entries after the cursor, or forgets a store that is gone. */
  async function beginAgain(storeId: string, from: number): Promise<EntriesRead> {
    const to = await changes.turnOn({ id: storeId, accountId }, clock());
    if (to !== null) return (await keep(storeId, { from, to, deliveries: [] })) ? 'done' : 'lost';
    await deliveries.forget(claim, storeId);
    return 'done';
  }

  async function disable(disabledReason: string): Promise<EntriesRead> {
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

/** Returns a deleted store as far as its changes need one. The names of its properties are not known any more. */
function deletedStore(accountId: string, id: string): StoreRow {
  return {
    ...{ id, accountId, name: '', description: null, storeType: '', recordTtl: null, history: null },
    ...{ version: 0, seq: 0, properties: [], freedSlots: [], changes: false, isLogged: false },
    ...{ createdAt: 0, updatedAt: 0 },
  };
}
