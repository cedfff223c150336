import { createClient, UnauthorizedError, type WhoAmIResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { SERVER_URL } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { signIn } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { signInTexts } from '../../texts/en/sign-in.ts';
import styles from './sign-in.css';

adoptStyles(styles);

/** Asks for a key. Says what a pasted key may do before it is used. */
export function SignIn({ problem }: { readonly problem: unknown }): JSX.Element {
  const [key, setKey] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(() =>
    problem === null ? null : signInTexts.ended,
  );
  const [identity, setIdentity] = useState<WhoAmIResponse | null>(null);
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    document.title = shellTexts.windowTitle(signInTexts.title);
    input.current?.focus();
  }, []);

  async function check(pasted: string): Promise<void> {
    try {
      setIdentity(await createClient({ url: SERVER_URL, key: pasted.trim(), retries: 0 }).whoami());
    } catch (error) {
      setComplaint(complaintOf(error));
    }
  }

  async function submit(): Promise<void> {
    if (key.trim() === '') {
      setComplaint(signInTexts.empty);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await signIn(key.trim(), isRemembered);
    } catch (error) {
      setBusy(false);
      setComplaint(complaintOf(error));
      input.current?.focus();
    }
  }

  return (
    <main class="sign-in">
      <div class="brand">
        <Brand />
      </div>
      <form
        class="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="head">
          <h1>{signInTexts.title}</h1>
          <p>{signInTexts.lead}</p>
        </div>
        <TextField
          label={signInTexts.key}
          type="password"
          autocomplete="current-password"
          placeholder={signInTexts.placeholder}
          value={key}
          problem={complaint}
          inputRef={input}
          onValue={(value) => {
            setKey(value);
            setComplaint(null);
            setIdentity(null);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text').trim() ?? '';
            if (pasted.length >= 16 && key === '') void check(pasted);
          }}
        />
        {identity && <Permissions identity={identity} />}
        <div class="remember">
          <Checkbox isSwitch label={signInTexts.remember} checked={isRemembered} onValue={setRemembered} />
          <p>{signInTexts.rememberHint}</p>
        </div>
        <Button type="submit" kind="primary" busy={isBusy}>
          {signInTexts.open}
        </Button>
      </form>
      <p class="help">
        {signInTexts.help}
        <code>{signInTexts.command}</code>
      </p>
    </main>
  );
}

function Permissions({ identity }: { readonly identity: WhoAmIResponse }): JSX.Element {
  const { scope, accountName, keyName } = identity;
  return (
    <div class="may" role="status">
      <Icon name="check" />
      <div>
        {keyName && <strong>{signInTexts.named(keyName)}</strong>}
        {scope === 'store' ? signInTexts.mayStore : signInTexts.mayAccount(accountName)}
      </div>
    </div>
  );
}

function complaintOf(error: unknown): string {
  return error instanceof UnauthorizedError ? signInTexts.invalid : messageOf(error);
}
