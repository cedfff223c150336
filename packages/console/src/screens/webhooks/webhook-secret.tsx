import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatMoment } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { shellTexts } from '../../texts/en/shell.ts';
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
    <Dialog
      title={texts.title}
      isSecret
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {shellTexts.done}
        </Button>
      }
    >
      <p class="note warn" role="status">
        <Icon name="alert" />
        <span>{texts.text}</span>
      </p>
      <div class="webhook-secret">
        <CodeBlock code={secret} label={texts.label} isWrapped />
      </div>
      {previousUntil !== undefined && (
        <p class="faint">
          {texts.until} {formatMoment(previousUntil)}.
        </p>
      )}
    </Dialog>
  );
}
