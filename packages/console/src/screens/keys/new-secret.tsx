import type { CreatedApiKeyResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Icon } from '../../components/icon.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { Link } from '../../router/link.tsx';
import { keysTexts } from '../../texts/en/access/keys.ts';
import { shellTexts } from '../../texts/en/shell.ts';

interface NewSecretProps {
  readonly created: CreatedApiKeyResponse;
  readonly onClose: () => void;
}

const texts = keysTexts.secret;

/** Shows the secret of a new key, the only time that anybody can see it. */
export function NewSecret({ created, onClose }: NewSecretProps): JSX.Element {
  const agent = `/keys/${encodeURIComponent(created.keyId)}/agent`;
  return (
    <Dialog
      title={texts.title(created.name)}
      isSecret
      onClose={onClose}
      actions={
        <>
          <Link class="button" to={`${agent}?view=connect`}>
            {keysTexts.connect}
          </Link>
          <Link class="button" to={agent}>
            {keysTexts.asAgent}
          </Link>
          <Button kind="primary" onClick={onClose}>
            {shellTexts.done}
          </Button>
        </>
      }
    >
      <p class="note warn" role="status">
        <Icon name="alert" />
        <span>{texts.text}</span>
      </p>
      <div class="key-secret">
        <CodeBlock code={created.key} label={texts.label} isWrapped />
      </div>
      <p class="faint">{texts.held}</p>
    </Dialog>
  );
}
