import type { StoreSummary, WebhookResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { TimeAgo } from '../../components/time.tsx';
import { webhooksTexts as texts } from '../../texts/en/webhooks.ts';

interface WebhookProps {
  readonly webhook: WebhookResponse;
}

const KINDS = { active: 'good', failing: 'bad', disabled: '' } as const;

export function StatusBadge({ webhook: { status } }: WebhookProps): JSX.Element {
  return <span class={`badge ${KINDS[status]}`}>{texts.status[status]}</span>;
}

/** Returns which stores a webhook is about. */
export function storesOf(
  { storeIds }: WebhookResponse,
  stores: readonly Pick<StoreSummary, 'id' | 'name'>[],
): string {
  if (storeIds === null) return texts.allStores;
  const [only] = storeIds;
  if (storeIds.length > 1 || only === undefined) return texts.stores(storeIds.length);
  return stores.find(({ id }) => id === only)?.name ?? only;
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
