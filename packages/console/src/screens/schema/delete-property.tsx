import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { type PropertyDialogProps, useValueCount } from './property-dialog.ts';
import { PropertyUses } from './property-uses.tsx';

const texts = schemaTexts.property;

/** Deletes a property after it has said how many values are lost. If there are some, its name must be typed. */
export function DeleteProperty(props: PropertyDialogProps): JSX.Element {
  const { store, detail, property, onClose, onChanged } = props;
  const { client } = useSession();
  const { name } = property;
  const { count, error } = useValueCount(store, name);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isConfirmed = count === 0 || (count !== null && typed === name);

  async function submit(): Promise<void> {
    if (!isConfirmed) return;
    setBusy(true);
    try {
      onChanged(await client.stores.properties.delete({ name: detail.name, id: detail.id }, name));
      onClose();
      showToast(texts.deleted(name));
    } catch (failure) {
      setProblem(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.deleteTitle(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={texts.delete}
          busy={isBusy}
          kind="danger"
          disabled={!isConfirmed}
          onCancel={onClose}
        />
      }
    >
      <p role="status">
        {error !== null
          ? messageOf(error)
          : count === null
            ? schemaTexts.counting
            : texts.deletes(formatNumber(count), count)}
      </p>
      {count !== null && <PropertyUses storeId={detail.id} name={name} />}
      {count !== null && count > 0 && (
        <TextField
          label={texts.deleteConfirm(name)}
          value={typed}
          problem={problem}
          onValue={(value) => {
            setTyped(value);
            setProblem(null);
          }}
        />
      )}
      {count === 0 && problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
