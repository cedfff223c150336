import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast.tsx';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import type { PropertyDialogProps } from './property-dialog.ts';

const texts = schemaTexts.property;

/** Renames a property. Its values stay. */
export function RenameProperty({ detail, property, onClose, onChanged }: PropertyDialogProps): JSX.Element {
  const { client } = useSession();
  const [name, setName] = useState(property.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useFirstFocus();
  const rename = (from: string, to: string) =>
    client.stores.properties.rename({ name: detail.name, id: detail.id }, from, to);

  async function submit(): Promise<void> {
    const renamed = name.trim();
    setBusy(true);
    try {
      onChanged(await rename(property.name, renamed));
      onClose();
      showToast(texts.renamed(property.name, renamed), {
        undo: () => {
          rename(renamed, property.name).then(onChanged, (error: unknown) =>
            showToast(messageOf(error), { isBad: true }),
          );
        },
      });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <Dialog
      title={texts.renameTitle(property.name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={texts.rename}
          busy={isBusy}
          disabled={name.trim() === property.name}
          onCancel={onClose}
        />
      }
    >
      <TextField
        label={texts.newName}
        inputRef={field}
        value={name}
        problem={problem}
        hint={texts.renameHint}
        onValue={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
