import type { ImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback, useId, useState } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { Combobox } from '../../../components/overlays/combobox.tsx';
import { Dialog, SubmitActions } from '../../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../../components/overlays/use-first-focus.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { imagesTexts } from '../../../texts/en/images/images.ts';
import type { Folder } from '../library/folders.ts';
import type { ImageActions } from './use-image-actions.ts';

interface MoveDialogProps {
  readonly images: readonly ImageSummary[];
  readonly folders: readonly Folder[];
  readonly actions: ImageActions;
  readonly onClose: () => void;
}

const SUGGESTIONS_MAX = 50;

/** Moves images to a folder that exists, or to a new one. */
export function MoveDialog({ images, folders, actions, onClose }: MoveDialogProps): JSX.Element {
  const [folder, setFolder] = useState(images[0]?.folder ?? '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useFirstFocus();
  const id = useId();
  const suggest = useCallback(
    async (text: string) =>
      folders
        .filter(({ name }) => name !== '' && name.toLowerCase().includes(text.trim().toLowerCase()))
        .slice(0, SUGGESTIONS_MAX)
        .map(({ name, count }) => ({ value: name, note: formatNumber(count) })),
    [folders],
  );

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await actions.move(images, folder.trim());
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={imagesTexts.moveTitle(formatNumber(images.length), images.length === 1)}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={imagesTexts.moveAction} busy={isBusy} onCancel={onClose} />}
    >
      <div class="field">
        <label for={id}>{imagesTexts.folder}</label>
        <Combobox
          id={id}
          inputRef={field}
          label={imagesTexts.folder}
          value={folder}
          suggest={suggest}
          problem={problem}
          onValue={(value) => {
            setFolder(value);
            setProblem(null);
          }}
        />
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p class="hint">{imagesTexts.folderHint}</p>
      </div>
    </Dialog>
  );
}
