import type { CreatedApiKeyResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { keysTexts } from '../../texts/en/access/keys.ts';

interface NewSecretProps {
  readonly created: CreatedApiKeyResponse;
  readonly onClose: () => void;
}

const texts = keysTexts.secret;

/** Shows the secret of a new key, the only time that anybody can see it. */
export function NewSecret({ created, onClose }: NewSecretProps): JSX.Element {
  const agent = `/keys/${encodeURIComponent(created.keyId)}/agent`;
  return (
    <SecretDialog
      title={texts.title(created.name)}
      warning={texts.text}
      secret={created.key}
      label={texts.label}
      links={[
        { to: `${agent}?view=connect`, label: keysTexts.connect },
        { to: agent, label: keysTexts.asAgent },
      ]}
      onClose={onClose}
    >
      <p class="faint">{texts.held}</p>
    </SecretDialog>
  );
}
