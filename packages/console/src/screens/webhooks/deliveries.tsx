import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../components/pages/use-pages.tsx';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { DeliveryRow } from './delivery-row.tsx';

const texts = webhooksTexts.deliveries;

const STATUSES = ['pending', 'delivered', 'failed'] as const;
const CHOICES = (['all', ...STATUSES] as const).map((value) => ({ value, label: texts.filters[value] }));
const PAGE_SIZE = 30;

interface DeliveriesProps {
  readonly webhookId: string;
  readonly onChanged: () => void;
}

/** What was sent, what waits, and what the answers were. Which of them is in the address. */
export function Deliveries({ webhookId, onChanged }: DeliveriesProps): JSX.Element {
  const { client } = useSession();
  const status = STATUSES.find((one) => one === query.value.get('status'));
  const pages = usePages(
    (page, signal) => {
      const wanted = status === undefined ? {} : { status };
      const request = { limit: PAGE_SIZE, ...wanted, ...page };
      return client.webhooks.deliveries(webhookId, request, signal ? { signal } : {});
    },
    [client, webhookId, status],
  );
  const reload = () => {
    pages.reload();
    onChanged();
  };
  return (
    <section class="deliveries">
      <div class="deliveries-head">
        <h2>{texts.title}</h2>
        <SelectField
          label={texts.filter}
          isLabelUnseen
          value={status ?? 'all'}
          choices={CHOICES}
          onValue={(value) => setQuery({ status: value === 'all' ? null : value })}
        />
        <Button icon="refresh" onClick={reload}>
          {texts.refresh}
        </Button>
      </div>
      <Loaded load={pages}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="faint">{status === undefined ? texts.none : texts.noneWith}</p>
          ) : (
            <>
              <ul class="delivery-list" aria-label={texts.title}>
                {items.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    webhookId={webhookId}
                    delivery={delivery}
                    onChanged={reload}
                  />
                ))}
              </ul>
              <MoreButton pages={pages} label={texts.more} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
