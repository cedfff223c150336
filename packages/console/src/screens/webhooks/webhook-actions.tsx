import type { RotatedWebhookSecretResponse, WebhookResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog.tsx';
import { MenuButton } from '../../components/overlays/menu.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, rememberPage } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts as texts } from '../../texts/en/webhooks.ts';
import { WebhookSecret } from './webhook-secret.tsx';

interface WebhookActionsProps {
  readonly webhook: WebhookResponse;
  readonly onChanged: () => void;
}

/** Turns a webhook off and on, makes it a new secret, and deletes it. */
export function WebhookActions({ webhook, onChanged }: WebhookActionsProps): JSX.Element {
  const { client } = useSession();
  const [asking, setAsking] = useState<'rotate' | 'remove' | null>(null);
  const [rotated, setRotated] = useState<RotatedWebhookSecretResponse | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, status } = webhook;
  const isOff = status === 'disabled';

  /** Runs an action, and says what went wrong. */
  async function run(action: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
    setAsking(null);
  }

  async function turn(): Promise<void> {
    if (isOff) await client.webhooks.enable(id);
    else await client.webhooks.update(id, { status: 'disabled' });
    showToast(isOff ? texts.turnedOn : texts.turnedOff);
    onChanged();
  }
  async function rotate(): Promise<void> {
    setRotated(await client.webhooks.rotateSecret(id));
    onChanged();
  }
  async function remove(): Promise<void> {
    const isHere = rememberPage();
    await client.webhooks.delete(id);
    showToast(texts.remove.done);
    if (isHere()) navigate('/webhooks');
  }

  return (
    <>
      <Button busy={isBusy && asking === null} onClick={() => void run(turn)}>
        {isOff ? texts.turnOn : texts.turnOff}
      </Button>
      <MenuButton
        isIconOnly
        icon="more"
        align="end"
        label={texts.actions}
        items={[
          {
            label: texts.copyId,
            icon: 'copy',
            onSelect: async () => {
              if (await copyText(id)) showToast(texts.idCopied);
            },
          },
          { label: texts.rotate.menu, icon: 'key', onSelect: () => setAsking('rotate') },
          null,
          { label: texts.remove.menu, icon: 'trash', isDangerous: true, onSelect: () => setAsking('remove') },
        ]}
      />
      {asking !== null && (
        <ConfirmDialog
          title={texts[asking].title}
          action={texts[asking].action}
          isDangerous={asking === 'remove'}
          busy={isBusy}
          onConfirm={() => void run(asking === 'rotate' ? rotate : remove)}
          onClose={() => setAsking(null)}
        >
          <p>{texts[asking].text}</p>
        </ConfirmDialog>
      )}
      {rotated !== null && (
        <WebhookSecret
          secret={rotated.secret}
          previousUntil={rotated.previousSecretUntil}
          onClose={() => setRotated(null)}
        />
      )}
    </>
  );
}
