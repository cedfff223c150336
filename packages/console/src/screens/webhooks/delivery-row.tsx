import type { WebhookDelivery } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatAgo, formatMoment, formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';
import { resultOf } from './webhook-facts.tsx';

const texts = webhooksTexts.deliveries;

const KINDS = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
  readonly onChanged: () => void;
}

/** A delivery: its state in a line; its attempts, body and answer when it is opened. */
export function DeliveryRow({ webhookId, delivery, onChanged }: DeliveryRowProps): JSX.Element {
  const { type, recordId, status, nextAttemptAt, date_created } = delivery;
  const name = webhooksTexts.events[type as keyof typeof webhooksTexts.events] ?? type;
  return (
    <li class="card delivery">
      <details>
        <summary>
          <Icon name="chevronRight" />
          <span class="delivery-what cut" dir="auto">
            <strong>{name}</strong> {recordId}
          </span>
          <span class="faint">
            {nextAttemptAt === null ? (
              <TimeAgo time={date_created} />
            ) : (
              <span title={formatMoment(nextAttemptAt)}>
                {texts.next} {formatAgo(nextAttemptAt)}
              </span>
            )}
          </span>
          <span class={`badge ${KINDS[status]}`}>{texts.status[status]}</span>
        </summary>
        <DeliveryDetails delivery={delivery} />
        <DeliveryActions webhookId={webhookId} delivery={delivery} onChanged={onChanged} />
      </details>
    </li>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: WebhookDelivery }): JSX.Element {
  const { attempts, body } = delivery;
  const answer = attempts.at(-1)?.answer ?? '';
  return (
    <div class="delivery-details">
      {attempts.length === 0 ? (
        <p class="faint">{texts.noAttempt}</p>
      ) : (
        <div class="table-scroll">
          <table class="table">
            <caption class="unseen">{texts.attempts}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.when}</th>
                <th scope="col">{texts.result}</th>
                <th scope="col" class="number">
                  {texts.took}
                </th>
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt) => (
                <tr key={attempt.at}>
                  <td>{formatMoment(attempt.at)}</td>
                  <td>{resultOf(attempt)}</td>
                  <td class="number">{texts.milliseconds(formatNumber(attempt.milliseconds))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3>{texts.body}</h3>
      {body === null ? (
        <p class="faint">{texts.noBody}</p>
      ) : (
        <CodeBlock code={JSON.stringify(JSON.parse(body), null, 2)} label={texts.body} isWrapped />
      )}
      {answer !== '' && (
        <>
          <h3>{texts.answer}</h3>
          <CodeBlock code={answer} label={texts.answer} isWrapped />
        </>
      )}
    </div>
  );
}

function DeliveryActions({ webhookId, delivery, onChanged }: DeliveryRowProps): JSX.Element {
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function run(action: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await action();
      showToast(done);
      onChanged();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <div class="delivery-actions">
      {delivery.body !== null && (
        <Button
          size="small"
          icon="refresh"
          busy={isBusy && !isAsking}
          onClick={() => void run(() => client.webhooks.retry(webhookId, delivery.id), texts.retried)}
        >
          {texts.retry}
        </Button>
      )}
      <Button size="small" icon="history" onClick={() => setAsking(true)}>
        {texts.replay}…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.replayTitle}
          action={texts.replay}
          busy={isBusy}
          onConfirm={() =>
            void run(() => client.webhooks.replay(webhookId, delivery.position), texts.replayed)
          }
          onClose={() => setAsking(false)}
        >
          <p>{texts.replayText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
