import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { showToast } from '../toast.tsx';
import { ConfirmDialog } from './dialog.tsx';

interface ConfirmedActionProps {
  readonly title: string;
  /** What is lost. */
  readonly children: ComponentChildren;
  /** The verb on the button. */
  readonly action: string;
  readonly run: () => Promise<void>;
  /** Called when it is done, with the dialog closed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before something that destroys, and does it. Stays open if it fails. */
export function ConfirmedAction(props: ConfirmedActionProps): JSX.Element {
  const { title, children, action, run, onDone, onClose } = props;
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await run();
      onClose();
      onDone();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      title={title}
      action={action}
      isDangerous
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
