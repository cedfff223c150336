import type { StoreSummary, TestedWebhookResponse, WebhookResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { webhooksTexts as texts } from '../../texts/en/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { DayCounts, LastDelivery, namesOf, resultOf, StatusBadge, wordsOfFilter } from './webhook-facts.tsx';
import styles from './webhooks.css';

adoptStyles(styles);

const STORES_MAX = 1_000;

/** One webhook with its deliveries. */
export default function WebhookScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const { client } = useSession();
  const webhookId = params.webhookId ?? '';
  const load = useLoad(
    async (signal) => {
      const [webhook, stores] = await Promise.all([
        client.webhooks.get(webhookId, { signal }),
        client.stores.list({ limit: 100 }, { signal }).all(STORES_MAX),
      ]);
      return { webhook, stores };
    },
    [client, webhookId],
  );
  return (
    <Loaded load={load} isPage>
      {({ webhook, stores }) => <Webhook webhook={webhook} stores={stores} onChanged={load.reload} />}
    </Loaded>
  );
}

interface WebhookProps {
  readonly webhook: WebhookResponse;
  readonly stores: readonly StoreSummary[];
  readonly onChanged: () => void;
}

function Webhook({ webhook, stores, onChanged }: WebhookProps): JSX.Element {
  const { client } = useSession();
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<TestedWebhookResponse | null>(null);

  async function test(): Promise<void> {
    setTesting(true);
    try {
      setTested(await client.webhooks.test(webhook.id));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setTesting(false);
  }

  return (
    <Page
      title={webhook.url}
      parent={{ to: '/webhooks', label: texts.back }}
      aside={<StatusBadge webhook={webhook} />}
      lead={webhook.description}
      actions={
        <>
          <Button icon="play" busy={isTesting} onClick={() => void test()}>
            {texts.test}
          </Button>
          <WebhookActions webhook={webhook} onChanged={onChanged} />
        </>
      }
    >
      {webhook.disabledReason !== null && (
        <p class="note warn webhook-reason">
          <Icon name="alert" />
          <span>{webhook.disabledReason}</span>
        </p>
      )}
      {tested !== null && <TestAnswer tested={tested} />}
      <Facts webhook={webhook} stores={stores} />
      <Deliveries webhookId={webhook.id} onChanged={onChanged} />
    </Page>
  );
}

function TestAnswer({ tested }: { readonly tested: TestedWebhookResponse }): JSX.Element {
  const { status, milliseconds, answer } = tested;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <section class="card webhook-test" role="status" aria-label={texts.testing}>
      <p>
        {texts.testing}:{' '}
        <span class={`badge ${isGood ? 'good' : 'bad'}`}>
          {texts.answered(resultOf(tested), formatNumber(milliseconds))}
        </span>
      </p>
      {status !== null && (answer === '' ? <p class="faint">{texts.emptyAnswer}</p> : <pre>{answer}</pre>)}
    </section>
  );
}

function Facts({ webhook, stores }: Omit<WebhookProps, 'onChanged'>): JSX.Element {
  const { events, filters, payload, headerNames, date_created } = webhook;
  const { facts } = texts;
  return (
    <section class="card webhook-facts" aria-label={facts.title}>
      <dl>
        <Fact name={facts.events}>{events.map((event) => texts.events[event]).join(', ')}</Fact>
        <Fact name={facts.stores}>{namesOf(webhook, stores).join(', ')}</Fact>
        {filters !== null && <Fact name={facts.filters}>{filters.map(wordsOfFilter).join(', ')}</Fact>}
        <Fact name={facts.payload}>{texts.dialog.payloads[payload]}</Fact>
        {headerNames.length > 0 && <Fact name={facts.headers}>{headerNames.join(', ')}</Fact>}
        <Fact name={facts.created}>
          <TimeAgo time={date_created} />
        </Fact>
      </dl>
      <p class="webhook-counts">
        <LastDelivery webhook={webhook} />
        <DayCounts webhook={webhook} />
      </p>
    </section>
  );
}

function Fact(props: { readonly name: string; readonly children: JSX.Element | string }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
