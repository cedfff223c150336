import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { useSettled } from '../../components/browser/use-settled.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { sentFilters } from '../../records/views/sent-filters.ts';
import { openStore } from '../../requests/open-store.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { exampleMessage } from './example-message.ts';
import type { WebhookDraft } from './webhook-draft.ts';

const texts = webhooksTexts.dialog;

interface MessagePreviewProps {
  readonly draft: WebhookDraft;
  /** The store whose newest record is shown; null: there is none. */
  readonly storeId: string | null;
}

/** A message with the newest record of a store that matches, as the webhook of the form will send it. */
export function MessagePreview({ draft, storeId }: MessagePreviewProps): JSX.Element | null {
  const { client } = useSession();
  const matching = useSettled(JSON.stringify(sentFilters(draft.filters ?? [], 'all')));
  const load = useLoad(
    async (signal): Promise<AnyRow | null> => {
      if (storeId === null) return null;
      const request = { ...JSON.parse(matching), limit: 1 };
      const page = await openStore(client, storeId).query(request, { signal });
      return page.items[0] ?? null;
    },
    [client, storeId, matching],
  );
  const [type] = draft.events;
  if (type === undefined) return null;
  const message = exampleMessage(type, draft.payload, storeId, load.data);
  return (
    <section>
      <h3>{texts.preview}</h3>
      <p class="faint">{texts.previewOf(load.data !== null)}</p>
      <CodeBlock code={JSON.stringify(message, null, 2)} label={texts.preview} isWrapped />
    </section>
  );
}
