import type { ImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../../components/field.tsx';
import { Dialog, SubmitActions } from '../../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../../components/overlays/use-first-focus.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { imagesTexts } from '../../../texts/en/images/images.ts';
import type { ImageActions } from './use-image-actions.ts';

interface RenameDialogProps {
  readonly image: ImageSummary;
  readonly actions: ImageActions;
  readonly onClose: () => void;
}

/** Gives an image another name. The server's message is shown at the field. */
export function RenameDialog({ image, actions, onClose }: RenameDialogProps): JSX.Element {
  const [name, setName] = useState(image.name);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useFirstFocus();

  async function submit(): Promise<void> {
    const renamed = name.trim();
    if (renamed === '') return setProblem(imagesTexts.nameMissing);
    if (renamed === image.name) return onClose();
    setBusy(true);
    try {
      await actions.rename(image, renamed);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={imagesTexts.renameTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={imagesTexts.renameAction} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        label={imagesTexts.name}
        value={name}
        inputRef={field}
        problem={problem}
        onValue={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
