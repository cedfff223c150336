import type { Millis, NewJob } from '../../../ground/rows.ts';
import type { WebhookClaim } from '../../webhooks/webhook-deliveries.ts';
import type { WebhookCursor, WebhookRef, WebhookRow, WebhookStorage } from '../../webhooks/webhooks.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { takePage } from '../ground/seq-page.ts';

/** A webhook with its cursors and its place in the queue. */
export interface KeptWebhook {
  readonly row: WebhookRow;
  readonly positionByStore: ReadonlyMap<string, number>;
  /** When its work is due. Null: it has none. */
  readonly dueAt: Millis | null;
  /** Until when nobody else may claim it. Null: it is not claimed. */
  readonly leaseUntil: Millis | null;
  /** The number of its last claim. Every end of a claim increases it. */
  readonly claim: number;
}

/** The facet, with access to rows for the facet of deliveries. */
export interface MemoryWebhooks {
  readonly storage: WebhookStorage;
  all(): Iterable<KeptWebhook>;
  find(ref: WebhookRef): KeptWebhook | null;
  /** Returns the webhook if the claim is its current one. */
  heldBy(claim: WebhookClaim): KeptWebhook | null;
  keep(webhook: KeptWebhook): void;
}

/** What the facet needs of other facets, so that a change and its consequences are one step. */
export interface WebhookNeighbours {
  readonly underKey: UnderKey;
  enqueue(jobs: readonly NewJob[]): void;
  /** Called when a webhook is not disabled any more. */
  onEnabled(webhook: WebhookRef, now: Millis): void;
}

export function memoryWebhooks({ underKey, enqueue, onEnabled }: WebhookNeighbours): MemoryWebhooks {
  const webhooksById = new Map<string, KeptWebhook>();
  let lastSeq = 0;

  function find({ id, accountId }: WebhookRef): KeptWebhook | null {
    const webhook = webhooksById.get(id);
    return webhook?.row.accountId === accountId ? webhook : null;
  }

  function keep(webhook: KeptWebhook): void {
    webhooksById.set(webhook.row.id, { ...webhook, row: Object.freeze({ ...webhook.row }) });
  }

  const storage: WebhookStorage = {
    async insert(webhook, cursors, options) {
      return underKey(options, () => {
        const row = { ...webhook, seq: ++lastSeq };
        const positionByStore = withCursors(new Map(), cursors);
        keep({ row, positionByStore, dueAt: webhook.createdAt, leaseUntil: null, claim: 0 });
        return row;
      });
    },
    async get(ref) {
      return find(ref)?.row ?? null;
    },
    async list(accountId, page) {
      const rows = Array.from(webhooksById.values(), ({ row }) => row);
      return takePage(
        rows.filter((row) => row.accountId === accountId),
        page,
      );
    },
    async update(ref, change, cursors, now) {
      const webhook = find(ref);
      if (webhook === null) return null;
      const row = { ...webhook.row, ...change, updatedAt: now };
      const kept = [...webhook.positionByStore].filter(([id]) => row.storeIds?.includes(id) ?? true);
      const positionByStore = withCursors(new Map(kept), cursors);
      keep({ ...webhook, row, positionByStore, dueAt: now });
      if (webhook.row.status === 'disabled' && row.status !== 'disabled') onEnabled(row, now);
      return row;
    },
    async rewind(ref, { storeId, position }, now) {
      const webhook = find(ref);
      if (webhook === null) return false;
      const read = webhook.positionByStore.get(storeId) ?? 0;
      const positionByStore = new Map(webhook.positionByStore).set(storeId, Math.min(read, position));
      keep({ ...webhook, positionByStore, dueAt: now });
      return true;
    },
    async delete(ref, jobs) {
      if (find(ref) === null) return false;
      enqueue(jobs);
      return webhooksById.delete(ref.id);
    },
  };

  return {
    storage,
    all: () => webhooksById.values(),
    find,
    heldBy({ webhook, number }) {
      const kept = find(webhook);
      return kept?.claim === number ? kept : null;
    },
    keep,
  };
}

/** Returns the positions with those of stores that have none. */
function withCursors(
  positionByStore: ReadonlyMap<string, number>,
  cursors: readonly WebhookCursor[],
): ReadonlyMap<string, number> {
  const added = cursors.map(({ storeId, position }) => [storeId, position] as const);
  return new Map([...added, ...positionByStore]);
}
