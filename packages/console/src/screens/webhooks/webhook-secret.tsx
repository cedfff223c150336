import type { JSX } from 'preact';
import { formatMoment } from '../../components/format.ts';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { webhooksTexts } from '../../texts/en/webhooks.ts';

const texts = webhooksTexts.secret;

interface WebhookSecretProps {
  readonly secret: string;
  /** Until when the earlier secret signs too. Omitted: there is none. */
  readonly previousUntil?: string;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook, the only time that anybody can see it. */
export function WebhookSecret({ secret, previousUntil, onClose }: WebhookSecretProps): JSX.Element {
  return (
    <SecretDialog
      title={texts.title}
      warning={texts.text}
      secret={secret}
      label={texts.label}
      onClose={onClose}
    >
      {previousUntil !== undefined && (
        <p class="faint">
          {texts.until} {formatMoment(previousUntil)}.
        </p>
      )}
    </SecretDialog>
  );
}
