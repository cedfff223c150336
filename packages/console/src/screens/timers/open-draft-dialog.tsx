import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog, SubmitActions } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { navigate } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { timersTexts } from '../../texts/en/timers.ts';

const texts = timersTexts.watchDialog;
const PREVIEW = /\/timer-frame-previews\/[^/]+\/(?<conversation>[^/]+)\/(?<draft>[^/?#\s]+)/;

/** Asks for the preview URL of a draft, as an agent gets it, and opens the draft to watch it. */
export function OpenDraftDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { client } = useSession();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const { draft: timerFrameId, conversation: conversationId } = PREVIEW.exec(url)?.groups ?? {};
    if (timerFrameId === undefined || conversationId === undefined) {
      setProblem(texts.wrong);
      return;
    }
    setBusy(true);
    try {
      const { timerId } = await client.timers.drafts.get({ timerFrameId, conversationId });
      const state = new URLSearchParams({ draft: timerFrameId, conversation: conversationId, watch: '1' });
      navigate(`/timers/${timerId ?? 'new'}?${state}`, { replace: true });
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
