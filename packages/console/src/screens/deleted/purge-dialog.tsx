import type { AnyStore, Store } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber } from '../../components/format.ts';
import { ConfirmDialog } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { inBatches } from '../../records/in-batches.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { deletedTexts } from '../../texts/en/stores/deleted.ts';

const texts = deletedTexts.purge;

interface PurgeDialogProps {
  readonly store: Store<AnyStore>;
  /** Null: all deleted records. */
  readonly ids: readonly string[] | null;
  readonly isSearched: boolean;
  readonly onClose: () => void;
  readonly onPurged: () => void;
}

/** Asks before deleted records are removed for good. */
export function PurgeDialog({ store, ids, isSearched, onClose, onPurged }: PurgeDialogProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);

  async function purge(): Promise<void> {
    setBusy(true);
    try {
      const counts =
        ids === null
          ? [await store.history.purge()]
          : await inBatches(ids, (some) => store.history.purge(some));
      const purged = counts.reduce((sum, count) => sum + count, 0);
      showToast(texts.done(formatNumber(purged), purged === 1));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    onPurged();
    onClose();
  }

  return (
    <ConfirmDialog
      title={texts.title(ids === null ? null : formatNumber(ids.length))}
      action={texts.action}
      isDangerous
      busy={isBusy}
      onConfirm={() => void purge()}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      {ids === null && isSearched && <p class="note warn">{texts.found}</p>}
    </ConfirmDialog>
  );
}
