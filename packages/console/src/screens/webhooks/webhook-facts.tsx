import type { AnyFilter, StoreSummary, WebhookResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { TimeAgo } from '../../components/time.tsx';
import { textOfFilter } from '../../records/filter-rules.ts';
import { filterTexts } from '../../texts/en/stores/filters.ts';
import { webhooksTexts as texts } from '../../texts/en/webhooks.ts';

interface WebhookProps {
  readonly webhook: WebhookResponse;
}

const KINDS = { active: 'good', failing: 'bad', disabled: '' } as const;

export function StatusBadge({ webhook: { status } }: WebhookProps): JSX.Element {
  return <span class={`badge ${KINDS[status]}`}>{texts.status[status]}</span>;
}

type NamedStore = Pick<StoreSummary, 'id' | 'name'>;

/** Returns the names of the stores that a webhook is about. */
export function namesOf({ storeIds }: WebhookResponse, stores: readonly NamedStore[]): readonly string[] {
  if (storeIds === null) return [texts.allStores];
  return storeIds.map((storeId) => stores.find(({ id }) => id === storeId)?.name ?? storeId);
}

/** Returns which stores a webhook is about, in a few words. */
export function storesOf(webhook: WebhookResponse, stores: readonly NamedStore[]): string {
  const names = namesOf(webhook, stores);
  return names.length > 1 ? texts.stores(names.length) : names.join();
}

/** Returns a filter as a person reads it. */
export function wordsOfFilter(filter: AnyFilter): string {
  const { operators } = filterTexts;
  return `${filter.field} ${operators[filter.op] ?? filter.op} ${textOfFilter(filter)}`.trim();
}

/** When something was sent last, and what the answer was. */
export function LastDelivery({ webhook: { lastDelivery } }: WebhookProps): JSX.Element {
  if (lastDelivery === null) return <span>{texts.never}</span>;
  return (
    <span>
      {texts.last} <TimeAgo time={lastDelivery.at} />: {resultOf(lastDelivery)}
    </span>
  );
}

/** The deliveries of a day; nothing if there are none. */
export function DayCounts({ webhook: { lastDay } }: WebhookProps): JSX.Element | null {
  const { delivered, failed, pending } = lastDay;
  if (delivered + failed + pending === 0) return null;
  return (
    <span class="number">
      {texts.day(formatNumber(delivered), formatNumber(failed), formatNumber(pending))}
    </span>
  );
}

/** Returns the status of an answer, or why there was none. */
export function resultOf({
  status,
  error,
}: {
  readonly status: number | null;
  readonly error: string | null;
}): string {
  return status === null ? (error ?? texts.noAnswer) : String(status);
}
