import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { messageOf } from '../../session/describe-error.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { viewsTexts as texts } from '../../texts/en/stores/views.ts';

const NAME_MAX = 200;

interface NameViewProps {
  readonly title: string;
  readonly hint?: string;
  readonly name?: string;
  /** Rejects with what the user is told. */
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function NameView({ title, hint, name: given = '', onName, onClose }: NameViewProps): JSX.Element {
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await onName(name.trim());
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={shellTexts.save}
          busy={isBusy}
          disabled={name.trim() === ''}
          onCancel={onClose}
        />
      }
    >
      <TextField
        label={texts.name}
        hint={hint}
        maxLength={NAME_MAX}
        value={name}
        problem={problem}
        onValue={setName}
      />
    </Dialog>
  );
}
