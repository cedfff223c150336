import type { StoreSummary, WebhookResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useShownAgain } from '../../components/browser/use-shown-again.ts';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { Link } from '../../router/link.tsx';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { webhooksTexts as texts } from '../../texts/en/webhooks.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { DayCounts, LastDelivery, StatusBadge, storesOf } from './webhook-facts.tsx';
import styles from './webhooks.css';

adoptStyles(styles);

/** The stores that the screen knows by name. An account has at most twenty webhooks. */
const STORES_MAX = 1_000;
const PAGE_SIZE = 100;

const openDialog = () => setQuery({ new: '1' }, { push: true });
const COMMANDS = [{ label: texts.create, icon: 'add' as const, run: openDialog }];

interface WebhooksData {
  readonly webhooks: readonly WebhookResponse[];
  readonly stores: readonly StoreSummary[];
}

/** The webhooks of the account. */
export default function WebhooksScreen(): JSX.Element {
  const { client } = useSession();
  const load = useLoad(
    async (signal): Promise<WebhooksData> => {
      const [webhooks, stores] = await Promise.all([
        client.webhooks.list({ limit: PAGE_SIZE }, { signal }).all(),
        client.stores.list({ limit: PAGE_SIZE }, { signal }).all(STORES_MAX),
      ]);
      return { webhooks, stores };
    },
    [client],
  );
  useShownAgain(load.reload);
  useCommands(COMMANDS);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button kind="primary" icon="add" onClick={openDialog}>
          {texts.create}
        </Button>
      }
    >
      <Loaded load={load}>
        {({ webhooks, stores }) => (
          <>
            <WebhookList webhooks={webhooks} stores={stores} />
            {query.value.has('new') && (
              <CreateWebhook
                stores={stores}
                areAllStores={stores.length < STORES_MAX}
                onCreated={load.reload}
                onClose={() => setQuery({ new: null })}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function WebhookList({ webhooks, stores }: WebhooksData): JSX.Element {
  if (webhooks.length === 0) {
    return (
      <EmptyState icon="bolt" title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    );
  }
  return (
    <ul class="webhook-list" aria-label={texts.list}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} class="card webhook-card">
          <div class="webhook-head">
            <h2 class="cut">
              <Link class="cut" to={`/webhooks/${encodeURIComponent(webhook.id)}`} title={webhook.url}>
                {webhook.url}
              </Link>
            </h2>
            <StatusBadge webhook={webhook} />
          </div>
          {webhook.description !== null && <p class="soft cut">{webhook.description}</p>}
          <div class="webhook-badges">
            {webhook.events.map((event) => (
              <span key={event} class="badge">
                {texts.events[event]}
              </span>
            ))}
            <span class="badge accent cut">{storesOf(webhook, stores)}</span>
            {webhook.payload === 'full' && <span class="badge">{texts.full}</span>}
            {webhook.filters !== null && <span class="badge">{texts.filtered}</span>}
          </div>
          <p class="webhook-counts">
            <LastDelivery webhook={webhook} />
            <DayCounts webhook={webhook} />
          </p>
        </li>
      ))}
    </ul>
  );
}
