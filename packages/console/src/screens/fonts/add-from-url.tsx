import type { FontSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';

const texts = fontsTexts.url;

interface AddFromUrlProps {
  readonly onClose: () => void;
  readonly onAdded: (font: FontSummary) => void;
}

/** Has the server fetch a font file. Its reason to refuse one is shown at the field. */
export function AddFromUrl({ onClose, onAdded }: AddFromUrlProps): JSX.Element {
  const { client } = useSession();
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useFirstFocus();

  async function submit(): Promise<void> {
    if (url.trim() === '') return setProblem(texts.missing);
    setBusy(true);
    try {
      onAdded(await client.fonts.addFromUrl(url.trim()));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.action} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        type="url"
        label={texts.label}
        hint={texts.hint}
        placeholder="https://"
        value={url}
        inputRef={field}
        problem={problem}
        onValue={(value) => {
          setUrl(value);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
