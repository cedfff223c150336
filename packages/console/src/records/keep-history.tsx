import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/pages/states.tsx';
import { showToast } from '../components/toast.tsx';
import { messageOf } from '../requests/describe-error.ts';
import { useSession } from '../session/session.ts';
import { historyTexts as texts } from '../texts/en/stores/history.ts';

/** How long stores that are made in the console keep what their records were: 30 days. */
export const NEW_STORE_HISTORY = 'P30D';

interface KeepHistoryProps {
  readonly storeId: string;
  /** Called when the store has a history. */
  readonly onKept: () => void;
}

/** Says that a store has no history, and turns it on for who may do that. */
export function KeepHistory({ storeId, onKept }: KeepHistoryProps): JSX.Element {
  const { client, identity } = useSession();
  const [isBusy, setBusy] = useState(false);

  async function keep(): Promise<void> {
    setBusy(true);
    try {
      await client.stores.update({ name: storeId, id: storeId }, { history: NEW_STORE_HISTORY });
      showToast(texts.kept);
      onKept();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  const isAccount = identity.scope === 'account';
  return (
    <EmptyState
      icon="history"
      title={texts.offTitle}
      actions={
        isAccount && (
          <Button busy={isBusy} onClick={() => void keep()}>
            {texts.keep}
          </Button>
        )
      }
    >
      {isAccount ? texts.off : texts.offForStoreKey}
    </EmptyState>
  );
}
