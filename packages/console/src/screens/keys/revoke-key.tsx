import type { ApiKeySummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { ConfirmDialog } from '../../components/overlays/dialog.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { signOut, useSession } from '../../session/session.ts';
import { keysTexts } from '../../texts/en/access/keys.ts';

interface RevokeKeyProps {
  readonly apiKey: ApiKeySummary;
  /** Returns the name of a store. */
  readonly nameOf: (storeId: string) => string;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

const texts = keysTexts.revokeDialog;

/** Says what stops working before a key is revoked, because that can't be undone. */
export function RevokeKey({ apiKey, nameOf, onClose, onRevoked }: RevokeKeyProps): JSX.Element {
  const { client, identity } = useSession();
  const { keyId, name, storeId, lastUsed } = apiKey;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isOwn = keyId === identity.keyId;

  async function revoke(): Promise<void> {
    setBusy(true);
    try {
      await client.keys.revoke(keyId);
      showToast(texts.done(name));
      if (isOwn) await signOut();
      else onRevoked();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={texts.title(name)}
      action={texts.action}
      isDangerous
      busy={isBusy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        {storeId === undefined ? texts.account : texts.store(nameOf(storeId))}{' '}
        {lastUsed === null ? (
          texts.unused
        ) : (
          <>
            {texts.usedAt} <TimeAgo time={lastUsed} />.
          </>
        )}
      </p>
      <p class="soft">{texts.stays}</p>
      {isOwn && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{texts.self}</span>
        </p>
      )}
      {problem !== null && (
        <p class="problem" role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
    </ConfirmDialog>
  );
}
