import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';

interface DeleteStoreProps {
  readonly store: StoreSummary;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for the name of a store before it is deleted, because its programs stop working. */
export function DeleteStore({ store, onClose, onDeleted }: DeleteStoreProps): JSX.Element {
  const { client } = useSession();
  const { data } = useLoad(
    (signal) => client.stores.get({ name: store.name, id: store.id }, { signal }),
    [client, store.id],
  );
  const records = data?.recordCount ?? null;
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(): Promise<void> {
    if (typed !== store.name) return;
    setBusy(true);
    try {
      await client.stores.delete({ name: store.name, id: store.id });
      onClose();
      onDeleted();
      showToast(storesTexts.deleted(store.name), {
        undo: async () => {
          await client.stores.restore(store.id);
          onDeleted();
          return storesTexts.restored(store.name);
        },
      });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  const count =
    records === null
      ? storesTexts.records('', false).trim()
      : storesTexts.records(formatNumber(records), records === 1);
  return (
    <Dialog
      title={storesTexts.deleteTitle(store.name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={storesTexts.deleteAction}
          busy={isBusy}
          kind="danger"
          disabled={typed !== store.name}
          onCancel={onClose}
        />
      }
    >
      <p>{storesTexts.deleteText(count)}</p>
      <TextField
        label={storesTexts.deleteConfirm(store.name)}
        value={typed}
        onValue={setTyped}
        problem={problem}
      />
    </Dialog>
  );
}
