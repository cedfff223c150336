import { createClient, UnauthorizedError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Dialog, SubmitActions } from '../../components/overlays/dialog.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { watchedFetch } from '../../requests/connection.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, query, rememberPage, SERVER_URL } from '../../router/location.ts';
import { holdSecret } from '../../session/held-keys.ts';
import { knownKey, useSession } from '../../session/session.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';

const texts = agentsTexts.access;

interface PastedKey {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** Asks the server whose key it is, holds it in the tab, and shows what its agent sees. */
  readonly submit: () => Promise<void>;
}

function usePastedKey(onUsed?: () => void): PastedKey {
  const { held } = useSession();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    const secret = text.trim();
    if (secret === '') {
      setProblem(texts.pasteMissing);
      return;
    }
    setBusy(true);
    const isHere = rememberPage();
    try {
      const identity = await createClient({ url: SERVER_URL, key: secret, fetch: watchedFetch }).whoami();
      const key = knownKey(identity, secret);
      if (key === null) return;
      holdSecret(held, key);
      if (!isHere()) return;
      onUsed?.();
      const search = query.peek().toString();
      navigate(`/keys/${encodeURIComponent(key.keyId)}/agent${search && `?${search}`}`, { isSaved: true });
    } catch (error) {
      setProblem(error instanceof UnauthorizedError ? texts.unknownKey : messageOf(error));
      setBusy(false);
    }
  }

  return {
    text,
    problem,
    isBusy,
    submit,
    setText: (typed) => {
      setText(typed);
      setProblem(null);
    },
  };
}

/** A field for the secret of a key. */
export function PasteKeyForm(): JSX.Element {
  const { text, setText, problem, isBusy, submit } = usePastedKey();
  return (
    <form
      class="agent-paste"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField label={texts.paste} type="password" value={text} problem={problem} onValue={setText} />
      <Button type="submit" kind="primary" busy={isBusy}>
        {texts.use}
      </Button>
    </form>
  );
}

/** Asks for another key. */
export function PasteKeyDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { text, setText, problem, isBusy, submit } = usePastedKey(onClose);
  const field = useFirstFocus();
  return (
    <Dialog
      title={agentsTexts.anotherKey}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<SubmitActions label={texts.use} busy={isBusy} onCancel={onClose} />}
    >
      <p class="soft">{texts.text}</p>
      <TextField
        label={texts.paste}
        type="password"
        value={text}
        inputRef={field}
        problem={problem}
        onValue={setText}
      />
    </Dialog>
  );
}
