import { UnauthorizedError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { messageOf } from '../../session/describe-error.ts';
import { signIn } from '../../session/session.ts';
import { connectTexts as texts } from '../../texts/en/connect.ts';
import { signInTexts } from '../../texts/en/sign-in.ts';

interface KeyFormProps {
  /** The address that tells the client that it is not allowed. */
  readonly denyUrl: string;
  /** Whether the session has the key of a store, which can't allow anything. */
  readonly isOfStore: boolean;
  /** Why the key of the session could not be checked. */
  readonly problem: string | null;
}

/** Asks for an account key, before what is allowed can be chosen. */
export function KeyForm({ denyUrl, isOfStore, problem }: KeyFormProps): JSX.Element {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(problem);
  const input = useFirstFocus();

  async function submit(): Promise<void> {
    if (key.trim() === '') {
      setComplaint(signInTexts.empty);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await signIn(key.trim(), false);
    } catch (error) {
      setComplaint(error instanceof UnauthorizedError ? signInTexts.invalid : messageOf(error));
      input.current?.focus();
    }
    setBusy(false);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isOfStore && (
        <p class="note warn" role="status">
          <span>
            <strong>{texts.storeKeyTitle}</strong> {texts.storeKeyText}
          </span>
        </p>
      )}
      <TextField
        label={texts.key}
        type="password"
        autocomplete="current-password"
        placeholder={texts.placeholder}
        hint={texts.keyHint}
        value={key}
        problem={complaint}
        inputRef={input}
        onValue={(value) => {
          setKey(value);
          setComplaint(null);
        }}
      />
      <div class="actions">
        <Button onClick={() => window.location.assign(denyUrl)}>{texts.deny}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.signIn}
        </Button>
      </div>
    </form>
  );
}
