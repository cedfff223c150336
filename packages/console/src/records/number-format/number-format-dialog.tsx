import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { changeProperty } from '../../forms/change-property.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { formatTexts as texts } from '../../texts/en/stores/formats.ts';
import { draftOfFormat, formatOfDraft, NumberFormatFields } from './number-format-fields.tsx';

interface NumberFormatDialogProps {
  readonly store: Pick<StoreDetail, 'id' | 'name'>;
  readonly property: Pick<StoreDetail['properties'][number], 'name' | 'format'>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Chooses how the numbers of a property are shown, for everybody. */
export function NumberFormatDialog(props: NumberFormatDialogProps): JSX.Element {
  const { store, property, onClose, onChanged } = props;
  const { client } = useSession();
  const [draft, setDraft] = useState(() => draftOfFormat(property.format));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { name } = property;

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      const { undo } = await changeProperty(client, store, name, { format: formatOfDraft(draft) });
      onChanged();
      onClose();
      showToast(texts.changed(name), { undo: () => undo().then(onChanged) });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.title(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={shellTexts.save} busy={isBusy} onCancel={onClose} />}
    >
      <NumberFormatFields draft={draft} onDraft={setDraft} />
      <p class="faint">{texts.hint}</p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
