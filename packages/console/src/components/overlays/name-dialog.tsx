import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { TextField } from '../field.tsx';
import { Dialog, SubmitActions } from './dialog.tsx';
import { useFirstFocus } from './use-first-focus.ts';

interface NameDialogProps {
  readonly title: string;
  /** The name of the field. */
  readonly label: string;
  readonly hint?: string;
  /** The present name. */
  readonly name?: string;
  readonly maxLength?: number;
  readonly action: string;
  /** Rejects with what the user is told. */
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** What follows from another name. */
  readonly children?: ComponentChildren;
}

/** Asks for a name, also for another one than the present. */
export function NameDialog(props: NameDialogProps): JSX.Element {
  const { title, label, hint, name: given = '', maxLength, action, onName, onClose, children } = props;
  const [name, setName] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useFirstFocus();
  const wanted = name.trim();

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await onName(wanted);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <SubmitActions
          label={action}
          busy={isBusy}
          disabled={wanted === '' || wanted === given}
          onCancel={onClose}
        />
      }
    >
      <TextField
        label={label}
        inputRef={field}
        {...(maxLength === undefined ? {} : { maxLength })}
        value={name}
        hint={hint}
        problem={problem}
        onValue={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
      {children}
    </Dialog>
  );
}
