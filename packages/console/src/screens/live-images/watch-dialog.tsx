import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { navigate } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { liveImagesTexts } from '../../texts/en/live-images.ts';
import { addressOfDraft } from './draft-address.ts';

const texts = liveImagesTexts.watchDialog;
const PREVIEW = /\/live-image-previews\/[^/]+\/(?<conversation>[^/]+)\/(?<draft>[^/?#\s]+)/;

/** Asks for the preview URL of a draft, as an agent gets it, and opens the draft to watch it. */
export function WatchDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { client } = useSession();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const { draft: draftId, conversation: conversationId } = PREVIEW.exec(url)?.groups ?? {};
    if (draftId === undefined || conversationId === undefined) {
      setProblem(texts.wrong);
      return;
    }
    setBusy(true);
    try {
      const draft = await client.liveImages.drafts.get({ draftId, conversationId });
      navigate(addressOfDraft(draft, { watch: '1' }), { replace: true });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={texts.title}
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
