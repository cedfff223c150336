import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, rememberPage } from '../../router/location.ts';
import { draftsTexts } from '../../texts/en/images/drafts.ts';
import { TextField } from '../field.tsx';
import { Dialog, SubmitActions } from '../overlays/dialog.tsx';
import type { DraftRef } from './draft-address.ts';

const texts = draftsTexts.watchDialog;

interface WatchDraftDialogProps {
  /** The part of the path of previews that names their kind, such as `timer-frame-previews`. */
  readonly previews: string;
  /** Returns the address of a draft that is watched. */
  readonly find: (draft: DraftRef) => Promise<string>;
  readonly onClose: () => void;
}

/** Asks for the preview URL of a draft, as an agent gets it, and opens the draft to watch it. */
export function WatchDraftDialog({ previews, find, onClose }: WatchDraftDialogProps): JSX.Element {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const pattern = new RegExp(`/${previews}/[^/]+/(?<conversation>[^/]+)/(?<draft>[^/?#\\s]+)`);
    const { draft: draftId, conversation: conversationId } = pattern.exec(url)?.groups ?? {};
    if (draftId === undefined || conversationId === undefined) {
      setProblem(texts.wrong(previews));
      return;
    }
    setBusy(true);
    const isHere = rememberPage();
    try {
      const address = await find({ draftId, conversationId });
      if (isHere()) navigate(address, { replace: true, isSaved: true });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={draftsTexts.watch}
      width={520}
      onClose={onClose}
      onSubmit={() => void open()}
      actions={<SubmitActions label={texts.action} busy={isBusy} onCancel={onClose} />}
    >
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        value={url}
        problem={problem}
        onValue={(text) => {
          setUrl(text);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
